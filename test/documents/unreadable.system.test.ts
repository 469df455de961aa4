import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, describe, expect, test } from 'vitest'
import { outlineDocument } from '../../src/documents/outline/outline.ts'
import { UnreadableFile } from '../../src/documents/unreadable-file.ts'
import { courseLimits } from '../../src/lms/limits.ts'
import { givenEastAsianPdf } from '../support/given-pdf.ts'

const folder = await mkdtemp(join(tmpdir(), 'outline-'))
afterAll(() => rm(folder, { recursive: true }))

const fixture = (name: string) => readFile(new URL(`unreadable/${name}`, import.meta.url))
const scan = await fixture('no-text.pdf')
const document = (name: string) => readFile(new URL(`../lms/corpus/${name}`, import.meta.url))

const reasonOf = async (name: string, bytes: Uint8Array | string): Promise<string> => {
  const path = join(folder, name)
  await writeFile(path, bytes)
  const error: unknown = await outlineDocument({ path, name }, { limits: courseLimits }).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(UnreadableFile)
  return error instanceof UnreadableFile ? error.message : ''
}

const docx = (body: string, start = '') =>
  zipSync({
    'word/document.xml': strToU8(`${start}<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`),
  })

describe('Unreadable files', () => {
  test('rejects an empty file', async () => {
    expect(await reasonOf('a.docx', '')).toMatch(/empty/)
  })

  test.each(['encrypted.pdf', 'locked.docx', 'locked.xlsx', 'locked.odt'])(
    'rejects a file with a password: %s',
    async (name) => {
      expect(await reasonOf(name, await fixture(name))).toBe(
        'The file is protected by a password; save it without one and try again.',
      )
    },
  )

  test('rejects an old Word document named docx', async () => {
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])

    expect(await reasonOf('a.docx', old)).toMatch(/file says docx/)
  })

  test.each(['german-nested.docx', 'training.pptx', 'levels.xlsx', 'japanese-shop.odt', 'long-book.pdf'])(
    'rejects %s cut off in the middle',
    async (name) => {
      const bytes = await document(name)

      expect(await reasonOf(name, bytes.subarray(0, bytes.length / 2))).toMatch(/damaged|no text/)
    },
  )

  test('rejects a PDF with pages that do not inflate', async () => {
    const bytes = await document('german-print.pdf')
    bytes.fill(0xff, bytes.indexOf('stream') + 10, bytes.indexOf('endstream'))

    expect(await reasonOf('a.pdf', bytes)).toMatch(/damaged/)
  })

  test('rejects a PDF in an encoding without a known character map', async () => {
    const bytes = givenEastAsianPdf('Company-Song-H', 'GB1', ['4f60597d', '4e16754c', '518d89c1'])

    expect(await reasonOf('a.pdf', bytes)).toMatch(/encoding that cannot be read/)
  })

  test('rejects a web page named docx', async () => {
    expect(await reasonOf('a.docx', await document('chinese-page.html'))).toMatch(/file says docx/)
  })

  test('rejects a docx named txt', async () => {
    expect(await reasonOf('a.txt', await document('german-nested.docx'))).toMatch(/file says txt/)
  })

  test('rejects a zip archive without a document', async () => {
    expect(await reasonOf('a.docx', zipSync({ 'a.txt': strToU8('x') }))).toMatch(/damaged/)
  })

  test('rejects a zip archive that unpacks to too much data', async () => {
    const bytes = zipSync({ 'word/document.xml': new Uint8Array(80 * 2 ** 20).fill(0x20) })

    expect(await reasonOf('a.docx', bytes)).toMatch(/unpacks/)
  })

  test('rejects XML entities that the file declares', async () => {
    const start = '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>'

    expect(await reasonOf('a.docx', docx('<w:p><w:r><w:t>&x;</w:t></w:r></w:p>', start))).toMatch(/entities/)
  })

  test('rejects a docx with unclosed markup', async () => {
    expect(await reasonOf('a.docx', docx('<w:p>'))).toMatch(/damaged/)
  })

  test.each([
    ['a scan', 'a.pdf', scan, /no text.*scan/],
    ['an empty document', 'a.docx', docx('<w:p></w:p>'), /no text/],
    ['a rule alone', 'a.md', '\n\n---\n', /no text/],
  ])('rejects a file without words: %s', async (_, name, content, reason) => {
    expect(await reasonOf(name, content)).toMatch(reason)
  })

  test.each([
    ['a.html', `${'<div>'.repeat(20_000)}words`],
    ['a.md', `${'> '.repeat(3_000)}words`],
    ['quotes.md', `# Title\n\n${'>'.repeat(50_000)} words`],
    ['lists.md', `# Title\n\n${'- '.repeat(5_000)}words`],
  ])('rejects a file nested too deeply: %s', async (name, text) => {
    expect(await reasonOf(name, text)).toMatch(/nested too deeply/)
  })

  test('rejects an unknown kind of file', async () => {
    expect(await reasonOf('a.exe', 'MZ')).toMatch(/kind/)
  })

  test('rejects a text larger than a course', async () => {
    expect(
      await reasonOf('a.txt', `${'All of this is one paragraph. '.repeat(100)}\n\n`.repeat(10_500)),
    ).toMatch(/more text/)
  })
})

describe('Reading a document', () => {
  test('stops if its signal is aborted', async () => {
    const path = join(folder, 'b.md')
    await writeFile(path, '# A\n\nb')

    await expect(
      outlineDocument(
        { path, name: 'b.md' },
        { limits: courseLimits, signal: AbortSignal.abort(new Error('enough')) },
      ),
    ).rejects.toThrow('enough')
  })

  test('reports progress that never decreases, and uses the given language', async () => {
    const told: number[] = []
    const path = join(import.meta.dirname, '../lms/corpus/long-book.pdf')

    const { language } = await outlineDocument(
      { path, name: 'long-book.pdf' },
      { limits: courseLimits, language: 'en-GB', onProgress: (_, percent) => told.push(percent) },
    )

    expect(language).toBe('en-GB')
    expect(told.length).toBeGreaterThan(10)
    expect(told).toEqual(told.toSorted((a, b) => a - b))
    expect(told.at(-1)).toBe(100)
  })
})
