import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { convertDocument } from '../../src/documents/markdown-document.ts'
import { givenPdf, type PdfOptions, type Placed } from '../support/given-pdf.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pdf-'))
})

afterAll(() => rm(folder, { recursive: true }))

const textOf = async (pages: Placed[][], options: PdfOptions = {}) => {
  const path = join(folder, 'letter.pdf')
  await writeFile(path, givenPdf(pages, options))
  return (await convertDocument({ path, name: 'letter.pdf' }, { maxBytes: 100_000 })).markdown
}

/** Lines of text one below the other, 12 points apart. */
const lines = (texts: string[], { x = 50, y = 700, ...rest }: Partial<Placed> = {}): Placed[] =>
  texts.map((text, at) => ({ text, x, y: y - at * 12, ...rest }))

describe('The items of a list keep what they begin with', () => {
  test.each([
    ['numbers that do not begin at one', ['12. Ends.', '13. Begins.'], '12. Ends.\n13. Begins.'],
    ['numbers with gaps', ['3. Oak', '7. Ash'], '- 3\\. Oak\n- 7\\. Ash'],
    ['letters', ['a) Oak', 'b) Ash'], '- a) Oak\n- b) Ash'],
    ['a number behind a bullet', ['- Oak', '1. Ash'], '- Oak\n- 1\\. Ash'],
  ])('%s', async (_, texts, expected) => {
    expect(await textOf([lines(texts)])).toBe(expected)
  })
})
