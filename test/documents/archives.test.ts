import { describe, expect, test } from 'vitest'
import { archiveOf, docxOf, markdownOf } from '../support/given-document.ts'

const paragraph = '<w:p><w:r><w:t>The gate is opened at six.</w:t></w:r></w:p>'
const words = 'The gate is opened at six.'

describe('Reading a document', () => {
  test.each([
    ['a byte', Buffer.from('\n')],
    ['the rest of a form', Buffer.from('\r\n------WebKitFormBoundary7MA4YWxkTrZu0gW--\r\n')],
    ['thousands of zeros', Buffer.alloc(40_000)],
  ])('ignores %s after the end of its archive', async (_, rest) => {
    expect(await markdownOf('a.docx', Buffer.concat([docxOf(paragraph), rest]))).toBe(words)
  })

  test.each([
    [
      "OpenOffice's document type",
      '<!DOCTYPE office:document-content PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "office.dtd">',
    ],
    ['a document type of its own without entities', '<!DOCTYPE d [<!ELEMENT d ANY><!-- [ ] > -->]>'],
  ])('accepts %s', async (_, doctype) => {
    const content =
      `<?xml version="1.0" encoding="UTF-8"?>\n${doctype}\n<office:document-content><office:body><office:text>` +
      `<text:p>${words}</text:p></office:text></office:body></office:document-content>`
    const bytes = archiveOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': content })

    expect(await markdownOf('a.odt', bytes)).toBe(words)
  })
})
