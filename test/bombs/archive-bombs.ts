import { crc32, deflateRawSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import type { Bombs } from './bomb.ts'

const zeros = (megabytes: number) => new Uint8Array(megabytes * 2 ** 20).fill(0x20)

const document = strToU8('<w:document xmlns:w="w"><w:body/></w:document>')

const header = (signature: string, fields: [bytes: 2 | 4, value: number][], name: string) => {
  const numbers = fields.map(([bytes, value]) => {
    const buffer = Buffer.alloc(bytes)
    buffer.writeUIntLE(value, 0, bytes)
    return buffer
  })
  return Buffer.concat([Buffer.from(signature, 'latin1'), ...numbers, Buffer.from(name)])
}

type Entry = { name: string; offset: number }

/** Returns an archive with one deflated part that every entry of its directory claims, with this `size`. */
const claiming = (content: Uint8Array, size: number, names: string[]): Buffer => {
  const deflated = deflateRawSync(content)
  const sizes: [2 | 4, number][] = [
    [4, crc32(content)],
    [4, deflated.length],
    [4, size],
  ]
  const [first = ''] = names
  const local = header(
    'PK\x03\x04',
    [[2, 20], [2, 0], [2, 8], [4, 0], ...sizes, [2, first.length], [2, 0]],
    first,
  )
  const directory = names
    .map((name): Entry => ({ name, offset: 0 }))
    .map(({ name, offset }) =>
      header(
        'PK\x01\x02',
        [
          [2, 20],
          [2, 20],
          [2, 0],
          [2, 8],
          [4, 0],
          ...sizes,
          [2, name.length],
          [2, 0],
          [2, 0],
          [2, 0],
          [2, 0],
          [4, 0],
          [4, offset],
        ],
        name,
      ),
    )
  const start = local.length + deflated.length
  const length = Buffer.concat(directory).length
  const end = header(
    'PK\x05\x06',
    [
      [2, 0],
      [2, 0],
      [2, names.length],
      [2, names.length],
      [4, length],
      [4, start],
      [2, 0],
    ],
    '',
  )
  return Buffer.concat([local, deflated, ...directory, end])
}

const pictures = Array.from({ length: 60 }, (_, n) => `word/media/${n}.png`)

const drawing = (id: string) => `<w:p><w:r><w:drawing><a:blip r:embed="${id}"/></w:drawing></w:r></w:p>`

export const archiveBombs: Bombs = {
  'bomb.docx': {
    how: 'a document of 300 MB of spaces, deflated to 300 kB',
    ends: /more data than/,
    make: () => zipSync({ 'word/document.xml': zeros(300) }, { level: 6 }),
  },
  'lying-size.docx': {
    how: 'the same, but its directory says that it has 100 bytes',
    ends: /damaged|more data than/,
    make: () => claiming(zeros(300), 100, ['word/document.xml']),
  },
  'nested.docx': {
    how: 'an archive of 1 MB within an archive, as if it were the document',
    ends: /damaged/,
    make: () => zipSync({ 'word/document.xml': zipSync({ 'a.zip': zeros(300) }) }),
  },
  'overlapping.docx': {
    how: 'six parts of the document that are all the same bytes of the archive, 20 MB when they are inflated',
    ends: /no text/,
    make: () => {
      const names = ['document', 'styles', 'numbering', 'footnotes', 'endnotes', '_rels/document.xml.rels']
      const parts = names.map((name) => `word/${name}${name.includes('.') ? '' : '.xml'}`)
      const content = strToU8(`<w:styles xmlns:w="w">${'<w:style/>'.repeat(2_000_000)}</w:styles>`)
      return claiming(content, content.length, parts)
    },
  },
  'many-pictures.docx': {
    how: 'a document that shows 60 pictures of 15 MB, each deflated to 15 kB',
    ends: /more data than|too large/,
    make: () => {
      const drawings = pictures.map((_, n) => drawing(`i${n}`)).join('')
      const relationships = pictures
        .map((_, n) => `<Relationship Id="i${n}" Type="x/image" Target="media/${n}.png"/>`)
        .join('')
      const media = pictures.map((name, n): [string, Uint8Array] => {
        const bytes = zeros(15)
        bytes[0] = n
        return [name, bytes]
      })
      return zipSync(
        {
          'word/document.xml': strToU8(
            `<w:document xmlns:w="w" xmlns:a="a" xmlns:r="r"><w:body>${drawings}</w:body></w:document>`,
          ),
          'word/_rels/document.xml.rels': strToU8(`<Relationships>${relationships}</Relationships>`),
          ...Object.fromEntries(media),
        },
        { level: 6 },
      )
    },
  },
  'many-entries.docx': {
    how: 'an archive of 30 000 entries',
    ends: /more data than/,
    make: () =>
      zipSync({
        'word/document.xml': document,
        ...Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`word/${n}`, new Uint8Array()])),
      }),
  },
}
