/** An object of a PDF: its dictionary without brackets and its stream, or another value as written. */
export type PdfObject = { dictionary: string; stream?: Uint8Array } | { value: string }

/** Returns a PDF of these objects, numbered from 1; the first is the catalog. */
export const pdf = (objects: PdfObject[], trailer = ''): Buffer => {
  const pieces = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let at = pieces[0]?.length ?? 0
  const put = (bytes: Uint8Array | string) => {
    const piece = Buffer.from(bytes)
    pieces.push(piece)
    at += piece.length
  }
  for (const [index, object] of objects.entries()) {
    const { dictionary, stream } = 'value' in object ? { dictionary: '' } : object
    const value =
      'value' in object ? object.value : `<<${dictionary}${stream ? `/Length ${stream.length}` : ''}>>`
    offsets.push(at)
    put(`${index + 1} 0 obj\n${value}\n`)
    if (stream) {
      put('stream\n')
      put(stream)
      put('\nendstream\n')
    }
    put('endobj\n')
  }
  const table = at
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  put(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`)
  put(`trailer\n<<${trailer}/Root 1 0 R/Size ${objects.length + 1}>>\nstartxref\n${table}\n%%EOF`)
  return Buffer.concat(pieces)
}

const width = 600
const height = 800

/** Text of a page at a position in points from the bottom left. */
export type Placed = {
  text: string
  x: number
  y: number
  size?: number
  font?: 'F' | 'B' | 'M'
  /** True if the text runs upwards. */
  isTurned?: boolean
}

const escape = (text: string) => text.replaceAll(/[\\()]/g, String.raw`\$&`)

const show = ({ text, x, y, size = 10, font = 'F', isTurned = false }: Placed) =>
  `BT /${font} ${size} Tf ${isTurned ? '0 1 -1 0' : '1 0 0 1'} ${x} ${y} Tm (${escape(text)}) Tj ET`

const fonts = ['F/Helvetica', 'B/Helvetica-Bold', 'M/Courier']
  .map((font) => font.split('/'))
  .map(([name, base]) => `/${name}<</Type/Font/Subtype/Type1/BaseFont/${base}/Encoding/WinAnsiEncoding>>`)
  .join('')

export type PdfOptions = {
  title?: string
  /** Bookmarks of one level, with page (from 1) and height of their targets. */
  bookmarks?: { title: string; page: number; y: number }[]
  /** Image on the first page, 200 points wide, with its lower edge at 300. */
  image?: PdfObject
  /** Text of a form that annotations refer to as `FORM`. */
  form?: string
  /** Annotations of the first page. */
  annotations?: string
  /** Lines on the first page, by their end points. */
  rules?: Rule[]
}

export type Rule = [x: number, y: number, toX: number, toY: number]

/** Returns the lines of a table at these column and row positions. */
export const givenGrid = (columns: number[], rows: number[]): Rule[] => {
  const [left = 0, right = 0, top = 0, low = 0] = [columns[0], columns.at(-1), rows[0], rows.at(-1)]
  return [...columns.map((x): Rule => [x, top, x, low]), ...rows.map((y): Rule => [left, y, right, y])]
}

/** Returns a PDF with text in Helvetica, Helvetica-Bold (B) and Courier (M). */
export const givenPdf = (pages: Placed[][], options: PdfOptions = {}): Buffer => {
  const { title, bookmarks = [], image, annotations = '', rules = [], form = '' } = options
  const outlines = 3 + pages.length * 2
  const pageNumber = (page: number) => 3 + (page - 1) * 2
  const imageNumber = outlines + bookmarks.length + 1
  const formNumber = imageNumber + (image ? 1 : 0)
  const shown =
    (image ? ' q 200 0 0 100 100 300 cm /I Do Q' : '') +
    rules.map(([x, y, toX, toY]) => ` ${x} ${y} m ${toX} ${toY} l S`).join('')
  const ofPages = pages.flatMap((placed, at): PdfObject[] => [
    {
      dictionary:
        `/Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${pageNumber(at + 1) + 1} 0 R` +
        `/Resources<</Font<<${fonts}>>${image ? `/XObject<</I ${imageNumber} 0 R>>` : ''}>>` +
        (at === 0 ? `/Annots[${annotations.replaceAll('FORM', `${formNumber} 0 R`)}]` : ''),
    },
    { dictionary: '', stream: Buffer.from(placed.map(show).join('\n') + (at === 0 ? shown : ''), 'latin1') },
  ])
  const kids = pages.map((_, at) => `${pageNumber(at + 1)} 0 R`).join(' ')
  const marks = bookmarks.map(({ title: words, page, y }, at) => {
    const next = at < bookmarks.length - 1 ? `/Next ${outlines + at + 2} 0 R` : ''
    return `/Title(${escape(words)})/Parent ${outlines} 0 R${next}/Dest[${pageNumber(page)} 0 R/XYZ 0 ${y} 0]`
  })
  const first =
    bookmarks.length > 0 ? `/First ${outlines + 1} 0 R/Last ${outlines + bookmarks.length} 0 R` : ''
  return pdf(
    [
      { dictionary: `/Type/Catalog/Pages 2 0 R/Outlines ${outlines} 0 R` },
      { dictionary: `/Type/Pages/Kids[${kids}]/Count ${pages.length}` },
      ...ofPages,
      { dictionary: `/Type/Outlines${first}/Count ${bookmarks.length}` },
      ...marks.map((dictionary) => ({ dictionary })),
      ...(image ? [image] : []),
      {
        dictionary: `/Type/XObject/Subtype/Form/BBox[0 0 200 40]/Resources<</Font<<${fonts}>>>>`,
        stream: Buffer.from(show({ text: form, x: 5, y: 5 })),
      },
    ],
    title === undefined ? '' : `/Info<</Title(${escape(title)})>>`,
  )
}

/** Returns a PDF with lines of hexadecimal codes in a font that is not embedded, with a predefined character map. */
export const givenEastAsianPdf = (map: string, collection: string, lines: string[]): Buffer => {
  const system = `/CIDSystemInfo<</Registry(Adobe)/Ordering(${collection})/Supplement 2>>`
  const font =
    `/Type/Font/Subtype/Type0/BaseFont/Song/Encoding/${map}/DescendantFonts[` +
    `<</Type/Font/Subtype/CIDFontType0/BaseFont/Song${system}>>]`
  const text = lines.map((codes) => `<${codes}> Tj T*`).join(' ')
  return pdf([
    { dictionary: '/Type/Catalog/Pages 2 0 R' },
    { dictionary: '/Type/Pages/Kids[3 0 R]/Count 1' },
    {
      dictionary:
        `/Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R` +
        `/Resources<</Font<</F<<${font}>>>>>>`,
    },
    { dictionary: '', stream: Buffer.from(`BT /F 12 Tf 14 TL 50 700 Td ${text} ET`) },
  ])
}
