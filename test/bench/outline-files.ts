import { randomBytes } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { docx, xlsx } from './outline-offices.ts'
import { pageCharacters, pagesOf, pictureBytes, type Make } from './outline-text.ts'

const txt: Make = (write, bytes) => {
  const pages = Math.floor(bytes / pageCharacters)
  for (const [, { heading, paragraphs }] of pagesOf(pages)) {
    if (heading) write(`${heading.text}\n${(heading.depth === 1 ? '=' : '-').repeat(20)}\n\n`)
    write(paragraphs.map((text) => `${text}\n\n`).join(''))
  }
  return pages
}

const html: Make = (write, bytes) => {
  const pages = Math.floor(bytes / ((pictureBytes * 4) / 3 + pageCharacters))
  write('<!doctype html><html><head><title>A book</title></head><body>')
  for (const [, { heading, paragraphs }] of pagesOf(pages)) {
    if (heading) write(`<h${heading.depth}>${heading.text}</h${heading.depth}>`)
    write(paragraphs.map((text) => `<p>${text}</p>`).join(''))
    write(`<p><img alt="" src="data:image/jpeg;base64,${randomBytes(pictureBytes).toString('base64')}"></p>`)
  }
  write('</body></html>')
  return pages
}

const pdf: Make = (write, bytes) => {
  const pages = Math.floor(bytes / (pictureBytes + pageCharacters / 2))
  const offsets: number[] = []
  let at = 0
  const put = (text: string | Uint8Array) => {
    write(text)
    at += text.length
  }
  const object = (number: number, dictionary: string, stream?: Uint8Array) => {
    offsets[number] = at
    const length = stream ? `/Length ${stream.length}` : ''
    put(`${number} 0 obj\n<<${dictionary}${length}>>\n`)
    if (stream) {
      put('stream\n')
      put(stream)
      put('\nendstream\n')
    }
    put('endobj\n')
  }
  const numbers = Array.from({ length: pages }, (_, index) => 4 + index * 3)
  put('%PDF-1.7\n')
  object(1, '/Type/Catalog/Pages 2 0 R')
  object(2, `/Type/Pages/Count ${pages}/Kids[${numbers.map((number) => `${number} 0 R`).join(' ')}]`)
  object(3, '/Type/Font/Subtype/Type1/BaseFont/Helvetica')
  for (const [index, { heading, paragraphs }] of pagesOf(pages)) {
    const number = numbers[index] as number
    const lines = paragraphs.flatMap((text) => [...(text.match(/.{1,90}(?: |$)/g) ?? []), ''])
    const title = heading
      ? `BT /F ${heading.depth === 1 ? 24 : 18} Tf 50 800 Td (${heading.text}) Tj ET\n`
      : ''
    const text = `BT /F 10 Tf 12 TL 50 770 Td ${lines.map((line) => `(${line.trim()}) Tj T*`).join('\n')} ET\n`
    const show = 'q 100 0 0 100 50 20 cm /P Do Q'
    object(
      number,
      `/Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${number + 1} 0 R/Resources<</Font<` +
        `</F 3 0 R>>/XObject<</P ${number + 2} 0 R>>>>`,
    )
    object(number + 1, '/Filter/FlateDecode', deflateSync(title + text + show))
    object(
      number + 2,
      '/Type/XObject/Subtype/Image/Width 250/Height 400/ColorSpace/DeviceGray/BitsPerComponent 8',
      randomBytes(pictureBytes),
    )
  }
  const start = at
  const entries = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  put(`xref\n0 ${offsets.length}\n0000000000 65535 f \n${entries.join('')}`)
  put(`trailer\n<</Size ${offsets.length}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`)
  return pages
}

const makers = { pdf, docx, xlsx, html, txt }

export type OutlineKind = keyof typeof makers
export const outlineKinds = Object.keys(makers) as OutlineKind[]

/** Creates a file of a kind with about this many bytes; returns its number of text pages. */
export const makeDocument = (path: string, kind: OutlineKind, bytes: number): number => {
  const file = openSync(path, 'w')
  try {
    return makers[kind]((chunk) => {
      const all = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      for (let at = 0; at < all.length;) at += writeSync(file, all, at)
    }, bytes)
  } finally {
    closeSync(file)
  }
}
