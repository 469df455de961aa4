import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outlineDocument } from '../../src/documents/outline/outline.ts'
import { courseLimits } from '../../src/lms/limits.ts'
import { nestedForms } from '../bombs/pdf-bombs.ts'
import { givenPdf, type PdfOptions, type Placed } from '../support/given-pdf.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pdf-'))
})

afterAll(() => rm(folder, { recursive: true }))

const outlineOf = async (pages: Placed[][], options: PdfOptions = {}) => {
  const path = join(folder, 'report.pdf')
  await writeFile(path, givenPdf(pages, options))
  return outlineDocument({ path, name: 'report.pdf' }, { limits: courseLimits })
}

const textOf = async (pages: Placed[][], options: PdfOptions = {}) => {
  const { chapters } = await outlineOf(pages, options)
  return chapters.flatMap(({ lessons }) => lessons.map(({ content }) => content)).join('\n\n')
}

/** Places lines of text 12 points apart. */
const lines = (texts: string[], { x = 50, y = 700, ...rest }: Partial<Placed> = {}): Placed[] =>
  texts.map((text, at) => ({ text, x, y: y - at * 12, ...rest }))

const sentence =
  'The dam is walked in pairs, and the gauge by the mill is read twice, at six and again at dusk,'
const prose = [sentence, 'because the path is narrow.']

describe('Title of a PDF', () => {
  const heading: Placed = { text: 'The water book', x: 50, y: 750, size: 24 }

  test.each([
    ['its metadata', 'Water, and how to keep it', [...lines(prose)], 'Water, and how to keep it'],
    [
      'the largest text, where a program wrote the metadata',
      'Microsoft Word - a.doc',
      [heading, ...lines(prose)],
      'The water book',
    ],
    [
      'the largest text, where the metadata are of another document',
      'Annual report',
      [heading, ...lines(prose)],
      'The water book',
    ],
    ['the name of the file, where there is nothing else', 'untitled', lines(prose), 'report'],
    ...[
      '(anonymous)',
      'Untitled-1',
      'Microsoft PowerPoint - gates.pptx',
      'gates_2024_final',
      'file:///tmp/gates.html',
      'Scanned Document',
      'PowerPoint Presentation',
    ].map((title): [string, string, Placed[], string] => [
      `the name of the file, where a program wrote ${title}`,
      title,
      lines(prose),
      'report',
    ]),
  ])('takes the title from %s', async (_, title, page, expected) => {
    expect(await outlineOf([page], { title })).toMatchObject({ title: expected })
  })
})

test('does not put a lone heading below a metadata title that the text lacks', async () => {
  const heading: Placed = { text: 'The water book', x: 50, y: 750, size: 11.5 }

  const text = await textOf([[heading, ...lines(prose)]], { title: 'Annual report' })

  expect(text).not.toContain('Annual report')
})

test('reads a file with an array of two numbers under the name of character widths', async () => {
  expect(await textOf([lines(prose)], { title: 'Gauges /W[0 363]' })).toContain(sentence)
})

test('rejects a scan whose only text is in its metadata', async () => {
  await expect(outlineOf([[]], { title: 'Water, and how to keep it' })).rejects.toMatchObject({
    reason: 'scan',
  })
})

describe('Bookmarks', () => {
  const pages = [
    [{ text: 'Spring', x: 50, y: 750 }, ...lines(prose)],
    [{ text: 'Summer', x: 50, y: 750 }, ...lines(prose)],
  ]
  const headingsOf = async (bookmarks: PdfOptions['bookmarks'] & {}) => {
    const { chapters } = await outlineOf(pages, { bookmarks, title: 'Seasons' })
    const lessons = chapters.flatMap(({ lessons }) => lessons)
    return lessons.map(({ title, content }) => `${title}\n${content}`).join('\n')
  }

  test('makes headings of bookmarks even if no text looks like one', async () => {
    const bookmarks = [
      { title: 'Spring', page: 1, y: 760 },
      { title: 'Summer', page: 2, y: 760 },
    ]

    expect(await headingsOf(bookmarks)).toMatch(/^(?:## )?Spring$[^]*^(?:## )?Summer$/m)
  })

  test('finds the headings of bookmarks that lead to the top of a page', async () => {
    const page = [
      ...lines(['Of winter.']),
      { text: 'Spring', x: 50, y: 500 },
      ...lines(['Of spring.'], { y: 480 }),
      { text: 'Summer', x: 50, y: 300 },
      ...lines(['Of summer.'], { y: 280 }),
    ]
    const bookmarks = ['Spring', 'Summer'].map((title) => ({ title, page: 1, y: 792 }))

    const { chapters } = await outlineOf([page], { bookmarks, title: 'Seasons' })

    const lessons = chapters.flatMap(({ lessons }) => lessons)
    expect(lessons.map(({ title, content }) => [title, content])).toEqual([
      ['Seasons', 'Of winter.'],
      ['Spring', 'Of spring.'],
      ['Summer', 'Of summer.'],
    ])
  })

  test.each([
    ['that say nothing but pages', ['Page 1', 'Page 2']],
    ['that are not headings of the text', ['Winter', 'Autumn']],
  ])('ignores bookmarks %s', async (_, titles) => {
    const bookmarks = titles.map((title, at) => ({ title, page: at + 1, y: 760 }))

    expect(await headingsOf(bookmarks)).not.toMatch(/Page 1|Winter/)
  })
})

describe('Page margins and contents of a PDF', () => {
  test('leaves out a running head that changes with the chapter, and page numbers', async () => {
    const pages = ['Rain', 'Rain', 'Snow', 'Snow'].map((chapter, at) => [
      { text: `Chapter ${chapter}`, x: 50, y: 780 },
      { text: String(at + 7), x: 540, y: 780 },
      ...lines([...prose, `Page ${chapter} ${'abcd'[at]} says so.`], { y: 740 - at }),
    ])

    const text = await textOf(pages)

    expect(text).toContain('Page Snow c says so.')
    expect(text).not.toMatch(/Chapter|\b(?:7|8|9|10)\b/)
  })

  test('leaves out a table of contents', async () => {
    const entries = ['Rain', 'Snow', 'Hail', 'Fog'].map(
      (word, at) => `${word} . . . . . . . . . . . . ${at + 2}`,
    )
    const contents = [{ text: 'Contents', x: 50, y: 750, size: 18 }, ...lines(entries)]

    expect(await textOf([contents, lines(prose), lines(prose)])).not.toMatch(/Contents|Hail|\. \. \./)
  })
})

describe('Page content of a PDF', () => {
  test('keeps code with its indentation and blank lines', async () => {
    const code: Placed[] = [
      { text: 'if (level > 3) {', x: 50, y: 640, font: 'M' },
      { text: 'close()', x: 62, y: 628, font: 'M' },
      { text: '}', x: 50, y: 604, font: 'M' },
    ]

    expect(await textOf([[...lines(prose), ...code]])).toContain('```\nif (level > 3) {\n  close()\n\n}\n```')
  })

  test('keeps a table with a cell of two lines', async () => {
    const cells = [
      ['Gate', 'Width', 'Opened by'],
      ['North', '4 m', 'the miller'],
      ['South', '11 m', 'the smith, who lives'],
      ['', '', 'beside it'],
      ['East', '2 m', 'nobody'],
    ]
    const placed = cells.flatMap((row, at) =>
      row.flatMap((text, column) => (text ? [{ text, x: 50 + column * 150, y: 640 - at * 12 }] : [])),
    )

    expect(await textOf([[...lines(prose), ...placed]])).toContain(
      '| Gate | Width | Opened by |\n| - | - | - |\n| North | 4 m | the miller |\n' +
        '| South | 11 m | the smith, who lives beside it |\n| East | 2 m | nobody |',
    )
  })

  test('keeps the order of two columns drawn line by line', async () => {
    const left = Array.from({ length: 10 }, (_, at) => `left ${at} goes on and on to the edge of it`)
    const right = left.map((text) => text.replace('left', 'right'))
    const page = left.flatMap((text, at) => [
      { text, x: 50, y: 700 - at * 12 },
      { text: right[at] ?? '', x: 320, y: 700 - at * 12 },
    ])

    expect(await textOf([page])).toContain([...left, ...right].join(' '))
  })

  test.each([
    ['divided at a line end', 'The manipu-', 'lation of gates', 'The manipulation of gates'],
    ['of two parts, the second with a capital', 'The Debian-', 'Version of it', 'The Debian-Version of it'],
    ['that ends with a hyphen in front of another', 'Vor-', 'und Nachteile', 'Vor- und Nachteile'],
  ])('keeps a word %s', async (_, first, second, expected) => {
    expect(await textOf([lines([first, second])])).toContain(expected)
  })

  test('combines a letter with the accent before it', async () => {
    expect(await textOf([lines(['Niels M\u00a8oller said: don\u00b4t go.'])])).toBe(
      'Niels Möller said: don´t go.',
    )
  })

  test('keeps a link and the words around it', async () => {
    const annotations =
      '<</Type/Annot/Subtype/Link/Rect[69 698 101 710]/A<</S/URI/URI(https://example.com/gates)>>>>'

    expect(await textOf([lines(['See gates first, before you go.'])], { annotations })).toBe(
      'See [gates](https://example.com/gates) first, before you go.',
    )
  })
})

describe('Pictures in a PDF', () => {
  const jpeg = Buffer.from('ffd8ffc0001108004000400301220002110103110100ffd9', 'hex')
  const image = '/Type/XObject/Subtype/Image/Width 64/Height 64/BitsPerComponent 8'

  test('keeps a JPEG unchanged and in its place', async () => {
    const dictionary = `${image}/ColorSpace/DeviceRGB/Filter/DCTDecode`
    const page = [...lines(prose), ...lines(['Below it.'], { y: 250 })]

    const { images, chapters } = await outlineOf([page], { image: { dictionary, stream: jpeg } })

    expect(images).toEqual([
      { name: 'picture-1.jpg', content_type: 'image/jpeg', bytes: new Uint8Array(jpeg) },
    ])
    expect(chapters[0]?.lessons[0]?.content).toMatch(/narrow\.\n\n!\[\]\(image:0\)\n\nBelow it\.$/)
  })

  test('converts a deflated picture to PNG', async () => {
    const points = Buffer.alloc(64 * 64 * 3, 7)
    const dictionary = `${image}/ColorSpace/DeviceRGB/Filter/FlateDecode`

    const { images } = await outlineOf([lines(prose)], { image: { dictionary, stream: deflateSync(points) } })

    const png = Buffer.from(images[0]?.bytes ?? [])
    const data = png.subarray(png.indexOf('IDAT') + 4)
    expect(images[0]).toMatchObject({ name: 'picture-1.png', content_type: 'image/png' })
    expect([png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]]).toEqual([64, 64, 8, 2])
    expect(inflateSync(data, { finishFlush: 2 })).toHaveLength(64 * (64 * 3 + 1))
  })

  test.each([
    [
      'for printing, in four colors',
      'DCTDecode',
      Buffer.from(jpeg.toString('hex').replace('400301', '400401'), 'hex'),
    ],
    ['with fewer bytes than its size needs', 'FlateDecode', deflateSync(Buffer.alloc(100))],
    ['that is damaged', 'FlateDecode', Buffer.alloc(400, 0xff)],
  ])('leaves out a picture %s', async (_, filter, stream) => {
    const dictionary = `${image}/ColorSpace/DeviceRGB/Filter/${filter}`

    const { images } = await outlineOf([lines(prose)], { image: { dictionary, stream } })

    expect(images).toEqual([])
  })
})

describe('Nested forms in a PDF', () => {
  const read = async (bytes: Uint8Array) => {
    const path = join(folder, 'forms.pdf')
    await writeFile(path, bytes)
    return outlineDocument({ path, name: 'forms.pdf' }, { limits: courseLimits })
  }
  const deepest = 'BT /F 12 Tf 50 600 Td (Within the third form) Tj ET'

  test('keeps the text of the deepest form', async () => {
    const { chapters } = await read(nestedForms(3, 1, deepest))

    expect(JSON.stringify(chapters)).toContain('Within the third form')
  })

  test.each([
    ['in their own dictionaries', false],
    ['in resources they refer to', true],
  ])('rejects forms that double at each level, named %s', async (_, sharesResources) => {
    await expect(read(nestedForms(32, 2, 'q Q', sharesResources))).rejects.toThrow(
      'The file has too many drawing operations to be read.',
    )
  })
})
