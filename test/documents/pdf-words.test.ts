import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noSkip, type Skip } from '../../src/documents/markdown/block.ts'
import { convertDocument } from '../../src/documents/markdown-document.ts'
import { outlineDocument } from '../../src/documents/outline/outline.ts'
import { courseLimits } from '../../src/lms/limits.ts'
import { givenPdf, type PdfOptions, type Placed } from '../support/given-pdf.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pdf-'))
})

afterAll(() => rm(folder, { recursive: true }))

const given = async (pages: Placed[][], options: PdfOptions) => {
  const path = join(folder, 'letter.pdf')
  await writeFile(path, givenPdf(pages, options))
  return { path, name: 'letter.pdf' }
}

/** Returns the text of a file, as search indexes it. */
const textOf = async (pages: Placed[][], options: PdfOptions = {}, onSkip: Skip = noSkip) =>
  (await convertDocument(await given(pages, options), { maxBytes: 100_000, onSkip })).markdown

/** Returns the titles and contents of a course made from the file. */
const courseOf = async (pages: Placed[][], options: PdfOptions = {}) => {
  const { chapters } = await outlineDocument(await given(pages, options), { limits: courseLimits })
  return chapters
    .flatMap(({ title, lessons }) => [
      title,
      ...lessons.map((lesson) => `${lesson.title}\n${lesson.content}`),
    ])
    .join('\n')
}

/** Places lines of text 12 points apart. */
const lines = (texts: string[], { x = 50, y = 700, ...rest }: Partial<Placed> = {}): Placed[] =>
  texts.map((text, at) => ({ text, x, y: y - at * 12, ...rest }))

const prose = [
  'The dam is walked in pairs, and the gauge by the mill is read twice, at six and again at dusk,',
  'because the path is narrow.',
]

/** Places rows of cells, with columns 90 points apart. */
const rows = (cells: string[][], y = 600): Placed[] =>
  cells.flatMap((row, at) => row.map((text, column) => ({ text, x: 50 + column * 90, y: y - at * 20 })))

const invoice: Placed[] = [
  { text: 'Invoice 2024-17', x: 50, y: 750, size: 18 },
  ...lines(['Mill and Sons Ltd, 5 Weir Lane, Ludlow'], { y: 720 }),
  ...lines(['Anna Miller', '3 Bridge Street', 'Hereford'], { y: 690 }),
  ...lines(['14 March 2024'], { x: 400, y: 690 }),
  ...rows([
    ['2', 'Oak gate', '240.00', '480.00'],
    ['1', 'Delivery', '35.50', '35.50'],
  ]),
  ...lines(['515.50'], { x: 320, y: 540 }),
  ...lines(['Please pay within 14 days to IBAN GB33BUKB20201555555555, and thank you for the order.'], {
    y: 500,
  }),
]

describe('Words of a PDF', () => {
  test('keeps the supplier, customer, date, items and amounts of an invoice', async () => {
    const text = await textOf([invoice])

    for (const { text: words } of invoice) expect(text).toContain(words)
    expect(text).toMatch(/^# Invoice 2024-17\n\nMill and Sons/)
    expect(text.match(/Invoice/g)).toHaveLength(1)
  })

  test('keeps the header and total of an invoice table in a course', async () => {
    const head = rows([['Pos.', 'Item', 'Amount']], 640).map((cell): Placed => ({ ...cell, font: 'B' }))
    const items = rows(
      ['Oak gate', 'Ash gate', 'Elm gate'].map((item, at) => [`${at + 1}`, item, '240.00']),
      620,
    )
    const sum: Placed[] = [
      { text: 'Total due', x: 140, y: 560, font: 'B' },
      { text: '720.00', x: 230, y: 560, font: 'B' },
    ]

    const course = await courseOf([
      [
        ...lines(['Mill and Sons Ltd', 'Anna Miller']),
        ...head,
        ...items,
        ...sum,
        ...lines(prose, { y: 500 }),
      ],
    ])

    expect(course).toContain('Mill and Sons Ltd Anna Miller')
    expect(course).toContain('| Pos. | Item | Amount |\n| - | - | - |\n| 1 | Oak gate | 240.00 |')
    expect(course).toContain('| | Total due | 720.00 |')
  })

  test('keeps the text around the title of a long document, but not in its outline', async () => {
    const first: Placed[] = [
      { text: 'The water book', x: 50, y: 750, size: 24 },
      ...lines(['Anna Miller, Ludlow'], { y: 720 }),
      ...lines(prose),
    ]
    const pages = [first, ...Array.from({ length: 10 }, () => lines([...prose, ...prose, ...prose]))]

    expect(await textOf(pages)).toMatch(/^# The water book\n\nAnna Miller, Ludlow\n\nThe dam/)
    expect(await courseOf(pages)).not.toContain('Ludlow')
  })

  test('keeps the number and "Chapter" of a heading that its bookmark lacks, but not in the outline', async () => {
    const page = (chapter: string, title: string) => [
      { text: chapter, x: 50, y: 770, size: 16 },
      { text: title, x: 50, y: 740, size: 16 },
      ...lines(prose),
    ]
    const bookmarks = ['Spring', 'Summer'].map((title, at) => ({ title, page: at + 1, y: 760 }))
    const pages = [page('Chapter 1', 'Spring'), page('Chapter 2', '2.1 Summer')]

    expect(await textOf(pages, { bookmarks, title: 'Seasons' })).toMatch(
      /^# Chapter 1 Spring$[^]+^# Chapter 2 2\.1 Summer$/m,
    )
    expect(await courseOf(pages, { bookmarks, title: 'Seasons' })).not.toMatch(/Chapter|2\.1/)
  })

  test('keeps an index, but not in the outline', async () => {
    const index = ['acorn, 3', 'bark, 4', 'cone, 5', 'dell, 6', 'elm, 7', 'fern, 8']
    const pages = [
      [{ text: 'Trees', x: 50, y: 750, size: 16 }, ...lines(prose)],
      [{ text: 'Index', x: 50, y: 750, size: 16 }, ...lines(index, { x: 60 })],
    ]

    expect(await textOf(pages)).toMatch(/# Index\n\nacorn, 3/)
    expect(await courseOf(pages)).not.toMatch(/Index|acorn/)
  })

  test('keeps a letterhead once', async () => {
    const pages = ['one', 'two', 'three'].map((word, at) => [
      ...lines(['Mill and Sons, Weir Lane'], { y: 780 }),
      ...lines([`Page ${at + 1} of 3`], { y: 40 }),
      ...lines([...prose, `So says sheet ${word}.`], { y: 700 }),
    ])

    const text = await textOf(pages)

    expect(text.match(/Mill and Sons, Weir Lane/g)).toHaveLength(1)
    expect(text).not.toContain('of 3')
  })

  test('keeps the numbers of a table at the edges of pages', async () => {
    const items = ['oak', 'ash', 'elm', 'fir'].map((tree) =>
      rows(
        Array.from({ length: 5 }, (_, at) => ['1', `${tree} ${'abcde'[at]}`, 'pcs', '12']),
        780,
      ),
    )

    const text = await textOf(items)

    for (const { text: words } of items.flat()) expect(text).toContain(words)
    expect(text.match(/pcs/g)).toHaveLength(20)
  })

  test('keeps a price list with dots before its prices', async () => {
    const prices = ['Oak gate', 'Ash gate', 'Weir board', 'Delivery'].map((item) => `${item} ........ 240`)

    expect(await textOf([lines(prices)])).toContain('Weir board')
    expect(await courseOf([lines(prices)])).toContain('Weir board')
  })

  test('keeps entries of contents that occur nowhere else', async () => {
    const contents = ['Rain .......... 2', 'Snow .......... 3', 'Hail .......... 9']
    const page = (word: string) => lines([`${word} falls.`, ...prose])
    const text = await textOf([lines(['Contents', ...contents]), page('Rain'), page('Snow')])

    expect(text).toContain('Hail')
    expect(text).not.toMatch(/Contents|Rain \./)
  })

  test.each(['Ce moulin a deux roues. Il', 'The mill was sold under the law that is called civil'])(
    'keeps a first line below the contents that ends like a roman numeral: %s',
    async (first) => {
      const page = (word: string) => [{ text: word, x: 50, y: 750, size: 16 }, ...lines(prose, { y: 720 })]
      const contents = ['Contents', 'Preface     iv', 'Rain     2', 'Snow     3']
      const front = [{ text: first, x: 50, y: 720 }, ...lines(prose, { y: 708 })]

      const text = await textOf([lines(contents), front, page('Rain'), page('Snow')])

      expect(text).toContain(first)
      expect(text).not.toMatch(/Contents|Snow  /)
    },
  )

  test('keeps rotated text', async () => {
    const text = await textOf([[...lines(prose), { text: 'Level in metres', x: 30, y: 400, isTurned: true }]])

    expect(text).toMatch(/narrow\.\n\nLevel in metres$/)
  })

  test('does not join the words of two lines in a narrow cell', async () => {
    const [first, second] = [
      { text: 'Ludlow to Hereford; 7/7', x: 50, y: 500 },
      { text: 'Hereford to Ludlow', x: 50, y: 496 },
    ]

    expect(await textOf([[first, second]])).toContain('7/7 Hereford')
  })

  test('keeps a line with only a number, such as a total, and drops the page number', async () => {
    const page = [...lines(prose), ...lines(['1200'], { y: 300 }), ...lines(['1'], { x: 300, y: 40 })]

    expect(await textOf([page])).toMatch(/narrow\.\n\n1200$/)
  })
})

describe('Marks of list items in a PDF', () => {
  test.each([
    ['numbers that do not begin at one', ['12. Ends.', '13. Begins.'], '12. Ends.\n13. Begins.'],
    ['numbers with gaps', ['3. Oak', '7. Ash'], '- 3\\. Oak\n- 7\\. Ash'],
    ['letters', ['a) Oak', 'b) Ash'], '- a) Oak\n- b) Ash'],
    ['a number behind a bullet', ['- Oak', '1. Ash'], '- Oak\n- 1\\. Ash'],
  ])('keeps %s', async (_, texts, expected) => {
    expect(await textOf([lines(texts)])).toBe(expected)
  })
})

describe('Reading order of a PDF', () => {
  const texts = ['one', 'two', 'three', 'four', 'five'].map((word) => `Sheet ${word} says where the gate is.`)

  test.each([
    ['all', 0],
    ['below others', 2],
  ])('sorts lines drawn from bottom to top: %s', async (_, count) => {
    const placed = lines(texts)
    const drawn = [...placed.slice(0, count), ...placed.slice(count).toReversed()]

    expect(await textOf([drawn])).toBe(texts.join(' '))
  })

  test('sorts rows of cells drawn from bottom to top', async () => {
    const cells = [
      ['Oak', '2 m', 'north'],
      ['Ash', '3 m', 'south'],
      ['Elm', '4 m', 'east'],
    ]
    const drawn = cells.toReversed().flatMap((row, at) => rows([row], 600 + at * 20))

    expect(await textOf([drawn])).toBe(
      '| Oak | 2 m | north |\n| - | - | - |\n| Ash | 3 m | south |\n| Elm | 4 m | east |',
    )
  })
})

test('separates the corners of a letterhead, and joins a label and its value', async () => {
  const corner = (texts: string[]) => lines(texts, { y: 750 })
  const [left, right] = [
    corner(['Mill and Sons Ltd', '5 Weir Lane']),
    corner(['Telephone 555', 'Open at six']).map((text) => ({ ...text, x: 400 })),
  ]
  const head = left.flatMap((text, at) => [text, right[at] as Placed])
  const sum = [
    { text: 'Total of gates', x: 50, y: 600 },
    { text: '515.50', x: 400, y: 600 },
  ]

  const text = await textOf([[...head, ...lines(prose), ...sum]])

  expect(text).toMatch(/^Mill and Sons Ltd 5 Weir Lane\n\nTelephone 555 Open at six\n\nThe dam/)
  expect(text).toContain('Total of gates 515.50')
})

test('gives the reason for leaving out running heads and contents', async () => {
  const page = (word: string) => [
    ...lines(['Mill and Sons, Weir Lane'], { y: 780 }),
    ...lines([`${word} falls.`, ...prose, `So says sheet ${word}.`]),
  ]
  const contents = lines(['Contents', 'Rain .......... 2', 'Snow .......... 3', 'Hail .......... 9'])
  const skipped: string[] = []

  const text = await textOf([[...contents], page('Rain'), page('Snow'), page('Fog')], {}, (reason, words) =>
    skipped.push(`${reason}: ${words}`),
  )

  expect(text).toContain('Hail')
  expect(skipped.toSorted()).toEqual([
    'contents: Contents',
    'contents: Rain .......... 2',
    'contents: Snow .......... 3',
    'margin: Mill and Sons, Weir Lane',
    'margin: Mill and Sons, Weir Lane',
  ])
})
