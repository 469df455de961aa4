import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SkipReason } from '../../src/documents/markdown/block.ts'
import { convertDocument } from '../../src/documents/markdown-document.ts'
import { givenPdf, type Placed } from '../support/given-pdf.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pdf-'))
})

afterAll(() => rm(folder, { recursive: true }))

const read = async (page: Placed[], annotations: string[]) => {
  const path = join(folder, 'form.pdf')
  const skipped: [SkipReason, string][] = []
  const onSkip = (reason: SkipReason, words: string) => {
    if (words) skipped.push([reason, words])
  }
  await writeFile(path, givenPdf([page], { annotations: annotations.join(''), form: 'APPROVED' }))
  const { markdown } = await convertDocument({ path, name: 'form.pdf' }, { maxBytes: 100_000, onSkip })
  return { text: markdown, skipped }
}

/** Creates a form field next to a label at height `y`. */
const field = (y: number, entries: string, x = 120) =>
  `<</Type/Annot/Subtype/Widget/F 4/Rect[${x} ${y - 5} ${x + 200} ${y + 13}]${entries}>>`

const label = (text: string, y: number): Placed => ({ text, x: 50, y })

test.each([
  ['a text', '/FT/Tx/T(a)/V(Anna Miller)', 'Anna Miller'],
  ['a text of two lines', '/FT/Tx/Ff 4096/T(a)/V(Weir Lane 5\\rLudlow)', 'Weir Lane 5 Ludlow'],
  ['a choice', '/FT/Ch/Ff 131072/T(a)/Opt[[(n)(North)][(s)(South)]]/V(s)', 'South'],
  ['choices', '/FT/Ch/Ff 2097152/T(a)/Opt[(North)(South)(East)]/V[(North)(East)]', 'North, East'],
  ['a checked box', '/FT/Btn/T(a)/V/Yes/AS/Yes/AP<</N<</Yes<<>>/Off<<>>>>>>', '☒'],
])('places the value of a form field after its label: %s', async (_, entries, value) => {
  const { text } = await read([label('Gate:', 700), label('Keeper:', 650)], [field(700, entries)])

  expect(text).toMatch(new RegExp(`^Gate: ${value}\\s+Keeper:$`))
})

test.each([
  ['a box that is not checked', '/FT/Btn/T(a)/V/Off/AS/Off/AP<</N<</Yes<<>>/Off<<>>>>>>', []],
  ['a password', '/FT/Tx/Ff 8192/T(a)/V(oak)', []],
  ['what is hidden', '/FT/Tx/F 2/T(a)/V(oak)', [['hidden', 'oak']]],
])('leaves %s out of a form', async (_, entries, expected) => {
  const widget = field(700, entries).replace(entries.includes('/F 2') ? '/F 4' : '/F 0', '')
  const { text, skipped } = await read([label('Gate:', 700)], [widget])

  expect(text).toBe('Gate:')
  expect(skipped).toEqual(expected)
})

test('keeps the text of visible annotations, and skips comments', async () => {
  const { text, skipped } = await read(
    [label('The dam is walked in pairs.', 700), label('The path is narrow.', 600)],
    [
      '<</Type/Annot/Subtype/FreeText/Rect[50 645 250 660]/DA(/Helv 10 Tf)/Contents(Closed since May)>>',
      '<</Type/Annot/Subtype/Stamp/Rect[50 620 250 640]/AP<</N FORM>>/Contents(Not yet)>>',
      '<</Type/Annot/Subtype/Text/Rect[400 695 420 715]/Contents(Is this true?)>>',
      '<</Type/Annot/Subtype/Highlight/Rect[50 695 90 715]/Contents(Says who?)' +
        '/QuadPoints[50 715 90 715 50 695 90 695]>>',
    ],
  )

  expect(text).toBe('The dam is walked in pairs.\n\nClosed since May APPROVED The path is narrow.')
  expect(skipped).toEqual([
    ['comment', 'Says who?'],
    ['comment', 'Is this true?'],
    ['comment', 'Not yet'],
  ])
})
