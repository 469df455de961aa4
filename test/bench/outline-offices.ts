import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { randomBytes } from 'node:crypto'
import { pageCharacters, pagesOf, pictureBytes, type Make, type Page, type Write } from './outline-text.ts'

/** Maximum number of text pages, since no course contains more text; the rest of a larger workbook is not text. */
const maxPages = 20_000_000 / pageCharacters

const zipped = (
  write: Write,
  add: (
    part: (name: string, content: Iterable<string>) => void,
    picture: (name: string, bytes: number) => void,
  ) => void,
) => {
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    write(chunk)
  })
  const part = (name: string, content: Iterable<string>) => {
    const entry = new ZipDeflate(name, { level: 6 })
    zip.add(entry)
    for (const text of content) entry.push(strToU8(text))
    entry.push(new Uint8Array(), true)
  }
  const picture = (name: string, bytes: number) => {
    const entry = new ZipPassThrough(name)
    zip.add(entry)
    for (let left = bytes; left > 0; left -= 1_000_000) entry.push(randomBytes(Math.min(left, 1_000_000)))
    entry.push(new Uint8Array(), true)
  }
  add(part, picture)
  zip.end()
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relationship = ([id, type, target]: [id: string, type: string, target: string]) =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
const relations = (list: [id: string, type: string, target: string][]) => [
  `<Relationships>${list.map(relationship).join('')}</Relationships>`,
]

const docxPage = (index: number, { heading, paragraphs }: Page): string => {
  const p = (text: string, properties = '') => `<w:p>${properties}<w:r><w:t>${text}</w:t></w:r></w:p>`
  const outline = (depth: number) => `<w:pPr><w:outlineLvl w:val="${depth - 1}"/></w:pPr>`
  const title = heading ? p(heading.text, outline(heading.depth)) : ''
  const drawing = `<w:p><w:r><w:drawing><a:blip r:embed="p${index}"/></w:drawing></w:r></w:p>`
  return title + paragraphs.map((text) => p(text)).join('') + drawing
}

export const docx: Make = (write, bytes) => {
  const pages = Math.floor(bytes / (pictureBytes + pageCharacters / 3))
  zipped(write, (part, picture) => {
    part('_rels/.rels', relations([['d', 'officeDocument', 'word/document.xml']]))
    const pictures = Array.from(pagesOf(pages), ([index]): [string, string, string] => [
      `p${index}`,
      'image',
      `media/p${index}.jpg`,
    ])
    part('word/_rels/document.xml.rels', relations(pictures))
    part(
      'word/document.xml',
      (function* () {
        yield '<w:document xmlns:w="w" xmlns:r="r" xmlns:a="a"><w:body>'
        for (const [index, page] of pagesOf(pages)) yield docxPage(index, page)
        yield '</w:body></w:document>'
      })(),
    )
    for (const [index] of pagesOf(pages)) picture(`word/media/p${index}.jpg`, pictureBytes)
  })
  return pages
}

export const xlsx: Make = (write, bytes) => {
  const pages = Math.floor(Math.min(maxPages, (bytes * 2) / pageCharacters))
  const row = (cells: string[]) =>
    `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
  let written = 0
  const counted: Write = (chunk) => {
    written += chunk.length
    write(chunk)
  }
  zipped(counted, (part, picture) => {
    part('_rels/.rels', relations([['d', 'officeDocument', 'xl/workbook.xml']]))
    part('xl/_rels/workbook.xml.rels', relations([['s', 'worksheet', 'worksheets/sheet1.xml']]))
    part('xl/workbook.xml', [
      '<workbook xmlns:r="r"><sheets><sheet name="All" r:id="s"/></sheets></workbook>',
    ])
    part(
      'xl/worksheets/sheet1.xml',
      (function* () {
        yield '<worksheet><sheetData>'
        yield row(['A', 'B', 'C', 'D', 'E', 'F'])
        // a row contains a sixth of a page, in six cells
        for (const [, { paragraphs }] of pagesOf(pages))
          for (const text of paragraphs) yield row(text.match(/.{1,90}/g) ?? [])
        yield '</sheetData></worksheet>'
      })(),
    )
    if (written < bytes) picture('xl/media/image1.jpg', bytes - written)
  })
  return pages
}
