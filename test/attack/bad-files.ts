import { strToU8, zipSync, type Zippable } from 'fflate'

const passwd = 'file:///etc/passwd'

const word = (body: string, start = '') =>
  `${start}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>` +
  `<w:p><w:r><w:t>${body}</w:t></w:r></w:p></w:body></w:document>`

const open = (body: string, start = '') =>
  `${start}<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ` +
  'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text>' +
  `<text:p>${body}</text:p></office:text></office:body></office:document-content>`

const zipped = (files: Record<string, string | Uint8Array>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        typeof content === 'string' ? strToU8(content) : content,
      ]),
    ) as Zippable,
    { level: 1 },
  )

const laughs = (name: string) => {
  const entities = Array.from({ length: 12 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`)
  return `<?xml version="1.0"?><!DOCTYPE ${name} [<!ENTITY l0 "ha">${entities.join('')}]>`
}

const outside = (name: string, url: string) =>
  `<?xml version="1.0"?><!DOCTYPE ${name} [<!ENTITY x SYSTEM "${url}">]>`

/** Returns this many megabytes of one character, which deflate to a thousandth. */
const megabytes = (count: number) => new Uint8Array(count * 1_048_576).fill(0x20)

const padded = (start: string, filling: Uint8Array, end: string) =>
  Buffer.concat([Buffer.from(start), filling, Buffer.from(end)])

/**
 * Returns files that harm careless readers, by name: XML entities that refer to files and to `trap`, exponential
 * entities, archives that inflate to huge sizes, names that leave the folder, deep nesting, and links to `trap`.
 */
export const badFiles = (trap: string): Record<string, Uint8Array> => {
  const [before, after] = word('WORD').split('WORD') as [string, string]
  return {
    'entity.docx': zipped({ 'word/document.xml': word('&x;', outside('w:document', passwd)) }),
    'entity-from-elsewhere.docx': zipped({ 'word/document.xml': word('&x;', outside('w:document', trap)) }),
    'entity.odt': zipped({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': open('&x;', outside('d', passwd)),
    }),
    'dtd-from-elsewhere.docx': zipped({
      'word/document.xml': word('x', `<!DOCTYPE w:document SYSTEM "${trap}/a.dtd">`),
    }),
    'laughs.docx': zipped({ 'word/document.xml': word('&l12;', laughs('w:document')) }),
    'laughs.odt': zipped({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': open('&l12;', laughs('d')),
    }),
    'bomb.docx': zipped({ 'word/document.xml': padded(before, megabytes(260), after) }),
    'bomb-beside.docx': zipped({
      'word/document.xml': word('words'),
      'word/media/image1.png': megabytes(200),
    }),
    'bomb.xlsx': zipped({ 'xl/workbook.xml': '<workbook/>', 'xl/sharedStrings.xml': megabytes(30) }),
    'many-entries.docx': zipped(
      Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`word/${n}.xml`, ''])),
    ),
    'leaves.docx': zipped({
      '../../../../tmp/attack-left-here': 'x',
      '/etc/attack': 'x',
      'word/document.xml': word('words'),
    }),
    'deep.docx': zipped({
      'word/document.xml': word(`${'<w:a>'.repeat(200_000)}${'</w:a>'.repeat(200_000)}`),
    }),
    'relation.docx': zipped({
      'word/document.xml': word('words'),
      'word/_rels/document.xml.rels':
        `<Relationships><Relationship Id="a" Type="image" TargetMode="External" Target="${trap}/image.png"/>` +
        '</Relationships>',
    }),
    'links.html': Buffer.from(
      `<html><head><link rel="stylesheet" href="${trap}/a.css">` +
        `<meta http-equiv="refresh" content="0;url=${trap}"></head><body><h1>Title</h1>` +
        `<img src="${trap}/a.png"><iframe src="${passwd}"></iframe><script src="${trap}/a.js"></script>` +
        '<p>Words</p></body></html>',
    ),
    'links.md': Buffer.from(
      `# Title\n\n![image](${trap}/a.png) <img src="${trap}/b.png">\n\n![file](${passwd})\n`,
    ),
    'deep.html': Buffer.from(`<h1>Title</h1>${'<div>'.repeat(100_000)}words`),
    'deep.md': Buffer.from(`${'>'.repeat(50_000)} words\n\n${'- '.repeat(5_000)}x\n\n${'['.repeat(50_000)}`),
    'loop.pdf': Buffer.from(
      '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 1 0 R/Kids[1 0 R]/Count 99999999>>endobj\ntrailer<' +
        '</Root 1 0 R/Prev 9/Size 99999999>>\nstartxref\n9\n%%EOF',
    ),
    'nothing.zip.docx': Buffer.from('PK\u0005\u0006'.padEnd(22, '\u0000'), 'latin1'),
  }
}
