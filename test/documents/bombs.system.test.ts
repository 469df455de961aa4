import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outlineInThread } from '../../src/documents/document-thread.ts'
import type { OutlineOptions } from '../../src/documents/outline.ts'
import { ReaderDied, UnreadableFile } from '../../src/documents/unreadable-file.ts'
import { courseLimits } from '../../src/lms/course-limits.ts'
import { bombs } from '../bombs/bombs.ts'
import type { Bomb } from '../bombs/bomb.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bombs-'))
})

afterAll(() => rm(folder, { recursive: true }))

const outcomeOf = async (name: string, { make }: Bomb, options: Partial<OutlineOptions> = {}) => {
  const path = join(folder, name)
  await writeFile(path, make())
  return outlineInThread({ path, name }, { limits: courseLimits, ...options }).catch(
    (error: unknown) => error,
  )
}

/** Each of these keeps a processor busy for 5 to 30 s: they are tried with BOMBS=all. */
const slow = [
  'forms.pdf',
  'same-page.pdf',
  'images.pdf',
  'many-pictures.docx',
  'overlapping.docx',
  'bomb.docx',
  'many-entries.docx',
  'same-page.epub',
  'definitions.md',
  'spaces.odt',
  'heading-number.odt',
  'many-pages.epub',
  'long-definition.md',
  'alternating-runs.docx',
  'repeated-note.docx',
  'deep-contents.epub',
  'table-square.docx',
  'nested.docx',
  'same-marks.docx',
]
const isTried = (name: string) => process.env['BOMBS'] === 'all' || !slow.includes(name)

/** Of the others every third is tried, and all with BOMBS=all. */
const isTurnOf = (index: number) => process.env['BOMBS'] === 'all' || index % 3 === 0

const named = (ends: (bomb: Bomb) => boolean) =>
  Object.entries(bombs).filter(([name, bomb], index) => isTried(name) && isTurnOf(index) && ends(bomb))

describe('A bomb', { timeout: 150_000 }, () => {
  test.each(named(({ ends }) => ends instanceof RegExp))('%s ends in a sentence', async (name, bomb) => {
    const outcome = await outcomeOf(name, bomb)

    expect(outcome).toBeInstanceOf(UnreadableFile)
    expect(outcome).toMatchObject({ message: expect.stringMatching(bomb.ends as RegExp) as string })
  })

  test.each(named(({ ends }) => ends === 'a course'))('%s is a document like others', async (name, bomb) => {
    expect(await outcomeOf(name, bomb)).toMatchObject({ title: expect.any(String) as string })
  })

  test.each(named(({ ends }) => ends === 'the reader dies'))(
    '%s kills its reader alone',
    async (name, bomb) => {
      const outcome = await outcomeOf(name, bomb)

      expect(outcome).toBeInstanceOf(ReaderDied)
      expect(outcome).toMatchObject({ message: 'Reading the file takes more memory than is allowed.' })
    },
  )

  test.each(Object.entries(bombs))('%s stands in test/README.md', async (name, { how }) => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')

    expect(readme.replace(/\s+/g, ' ')).toContain(`\`${name}\`: ${how}`)
  })
})

describe('The thread of a reader', () => {
  const busy = bombs['forms.pdf'] as Bomb
  const path = () => join(folder, 'slow.pdf')

  beforeAll(() => writeFile(path(), busy.make()))

  test('is ended when its time is over', async () => {
    const options = { limits: courseLimits }
    const limits = { heapMegabytes: 256, seconds: 1 }

    const outcome = outlineInThread({ path: path(), name: 'slow.pdf' }, options, limits)

    await expect(outcome).rejects.toThrow(new ReaderDied('Reading the file takes more than 1 s.'))
  })

  test('is ended when nobody waits for it any more', async () => {
    const ending = new AbortController()
    const options = { limits: courseLimits, signal: ending.signal, onProgress: () => ending.abort() }

    const outcome = outlineInThread({ path: path(), name: 'slow.pdf' }, options)

    await expect(outcome).rejects.toThrow(ending.signal.reason as Error)
  })
})
