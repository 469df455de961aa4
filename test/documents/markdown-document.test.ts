import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { convertDocument } from '../../src/documents/markdown-document.ts'
import { docxOf, markdownOf, odtOf } from '../support/given-document.ts'

const folder = mkdtempSync(join(tmpdir(), 'markdown-'))

afterAll(() => rmSync(folder, { recursive: true }))

const convert = (name: string, text: string | Uint8Array, maxBytes = 10_000) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return convertDocument({ path, name }, { maxBytes })
}

const office = (name: string) => {
  const path = join(import.meta.dirname, '../lms/corpus', name)
  return convertDocument({ path, name }, { maxBytes: 100_000 })
}

describe('Markdown of a document', () => {
  test('contains headings, lists, tables and code', async () => {
    const source =
      '# Guide\n\nRead on:\n\n- one\n- two\n\n## Parts\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```\nrun\n```'

    expect(await convert('guide.md', source)).toEqual({ markdown: source, isTruncated: false })
  })

  test.each(['german-nested.docx', 'japanese-shop.odt', 'training.pptx', 'levels.xlsx', 'german-print.pdf'])(
    'converts %s',
    async (name) => {
      const { markdown } = await office(name)

      expect(markdown.length).toBeGreaterThan(40)
      expect(markdown).toMatch(/^#{1,6} \S/m)
    },
  )

  test('replaces a picture with its alternative text', async () => {
    const png = 'data:image/png;base64,iVBORw0KGgo='

    expect((await convert('page.html', `<p>See <img alt="a door" src="${png}"> there.</p>`)).markdown).toBe(
      'See a door there.',
    )
    expect((await convert('page.md', `See ![a door](${png}) there.`)).markdown).toBe('See a door there.')
  })

  test('separates the alternative text of a picture from adjacent words', async () => {
    expect((await convert('page.html', '<p>See<img alt="a door" src="a.png">here</p>')).markdown).toBe(
      'See a door here',
    )
  })

  test('leaves out the declarations of an XML page', async () => {
    const declared = '<!DOCTYPE html [\n<!ENTITY who "Ada">\n]>'

    expect((await convert('page.xhtml', `${declared}<html><body><p>Hello</p></body></html>`)).markdown).toBe(
      'Hello',
    )
  })

  test('appends text that only headers and footers of Word contain', async () => {
    const line = (words: string) => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`
    const number =
      '<w:p><w:r><w:t xml:space="preserve">Confidential, page </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/>' +
      '</w:r><w:r><w:t>7</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
    const [title, address] = ['Annual report', 'Larkfield Instruments, 5 Mill Lane']
    const letter = docxOf(line(title) + line('All is well.'), {
      'word/_rels/document.xml.rels':
        '<Relationships><Relationship Id="h" Type="x/header" Target="header1.xml"/>' +
        '<Relationship Id="f" Type="x/footer" Target="footer1.xml"/></Relationships>',
      'word/header1.xml': `<w:hdr xmlns:w="w">${line(title)}${line(address)}</w:hdr>`,
      'word/footer1.xml': `<w:ftr xmlns:w="w">${number}${line(address)}</w:ftr>`,
    })

    const { markdown } = await convert('letter.docx', letter)
    const lessons = await markdownOf('letter.docx', letter)

    expect(markdown).toBe(`${title}\n\nAll is well.\n\n${address}\n\nConfidential, page`)
    expect(lessons).not.toContain(address)
  })

  test('appends text that only headers and footers of OpenDocument contain', async () => {
    const letter = odtOf('<text:p>All is well.</text:p>', {
      'styles.xml':
        '<office:document-styles><office:master-styles><style:master-page><style:header>' +
        '<text:p>5 Mill Lane<text:tab/>Page <text:page-number>7</text:page-number></text:p></style:header>' +
        '<style:footer><text:p>All is well.</text:p><text:h>Confidential</text:h></style:footer>' +
        '</style:master-page></office:master-styles>' +
        '</office:document-styles>',
    })

    expect((await convert('letter.odt', letter)).markdown).toBe(
      'All is well.\n\n5 Mill Lane Page\n\nConfidential',
    )
  })

  test('leaves out scripts', async () => {
    const { markdown } = await convert('page.html', '<script>alert(1)</script><p>Hello</p>')

    expect(markdown).toBe('Hello')
  })

  test('keeps the text of internal links, and leaves out the table of contents', async () => {
    const contents = ['one', 'two', 'three', 'four'].map((name) => `- [${name}](#${name})`).join('\n')
    const source = `# Guide\n\n${contents}\n\n## One\n\nSee [two](#two) and [more](https://example.com).`

    expect((await convert('links.md', source)).markdown).toBe(
      '# Guide\n\n## One\n\nSee two and [more](https://example.com).',
    )
  })

  test('turns bold lines into headings if there are no others', async () => {
    const source = ['One', 'Two']
      .map((word) => `<p><b>${word}</b></p><p>Text of ${word}.</p><p>More.</p>`)
      .join('')

    expect((await convert('bold.html', source)).markdown).toMatch(/^## One\n\nText of One\./)
  })

  test.each([
    ['in whole characters', 'ü'.repeat(80), 101, 'ü'.repeat(50)],
    ['behind whole characters of four bytes', '\u{20000}'.repeat(30), 103, '\u{20000}'.repeat(25)],
  ])('truncates a long text %s', async (_, text, maxBytes, markdown) => {
    expect(await convert('long.txt', text, maxBytes)).toEqual({ markdown, isTruncated: true })
  })

  test('keeps a text that just fits', async () => {
    expect(await convert('fits.txt', 'abc', 3)).toEqual({ markdown: 'abc', isTruncated: false })
  })

  test('returns an empty text for a document without a letter or number', async () => {
    expect(await convert('signs.txt', '… --- …\n\n***')).toEqual({ markdown: '', isTruncated: false })
  })
})
