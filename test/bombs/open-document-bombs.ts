import { strToU8, zipSync } from 'fflate'
import type { Bombs } from './bomb.ts'

const openDocument = (kind: string, body: string, styles = '') =>
  zipSync(
    {
      mimetype: strToU8(`application/vnd.oasis.opendocument.${kind}`),
      'content.xml': strToU8(
        `<office:document-content>${styles}<office:body>${body}</office:body></office:document-content>`,
      ),
    },
    { level: 6 },
  )

const text = (body: string) => openDocument('text', `<office:text>${body}</office:text>`)

const table = (rows: string) => `<table:table table:name="A">${rows}</table:table>`

const cell = (columns = 1) =>
  `<table:table-cell table:number-columns-repeated="${columns}"><text:p>x</text:p></table:table-cell>`

const row = (cells: string, rows = 1) =>
  `<table:table-row table:number-rows-repeated="${rows}">${cells}</table:table-row>`

const nested = (start: string, end: string, depth: number) => start.repeat(depth) + end.repeat(depth)

const span = (style: string) => `<text:span text:style-name="${style}">x</text:span>`
const boldStyle =
  '<office:automatic-styles><style:style style:name="B"><style:text-properties fo:font-weight="bold"/>' +
  '</style:style></office:automatic-styles>'

export const openDocumentBombs: Bombs = {
  'wide-cell.ods': {
    how: 'a cell that says that it is repeated two thousand million times',
    ends: 'a course',
    make: () => openDocument('spreadsheet', table(row(cell(2_000_000_000)))),
  },
  'wide-cell.odt': {
    how: 'the same in a table of a text',
    ends: 'a course',
    make: () => text(table(row(cell(2_000_000_000)))),
  },
  'wide-space.odp': {
    how: 'a space on a slide that says that it stands for two thousand million',
    ends: 'a course',
    make: () =>
      openDocument(
        'presentation',
        '<office:presentation><draw:page><draw:frame><draw:text-box><text:p>a<text:s text:c="2000000000"/>b</text:p>' +
          '</draw:text-box></draw:frame></draw:page></office:presentation>',
      ),
  },
  'repeated-columns.ods': {
    how: 'a row of 10 000 cells that each say that they are repeated 16 384 times',
    ends: /table that is too large/,
    make: () => openDocument('spreadsheet', table(row(cell(16_384).repeat(10_000)))),
  },
  'repeated-rows.ods': {
    how: 'a row of two cells that says that it is repeated a million times, a thousand times',
    ends: 'a course',
    make: () => openDocument('spreadsheet', table(row(cell().repeat(2), 1_048_576).repeat(1_000))),
  },
  'table-square.odt': {
    how: 'a table of 20 000 rows of one cell and a row of 20 000 cells',
    ends: /table that is too large/,
    make: () => text(table(row(cell()).repeat(20_000) + row(cell().repeat(20_000)))),
  },
  'repeated-columns.odt': {
    how: 'a table of a row of 20 000 cells, each repeated 1 000 times',
    ends: /table that is too large/,
    make: () => text(table(row(cell(1_000).repeat(20_000)))),
  },
  'deep-sections.odt': {
    how: 'sections in one another 100 000 deep',
    ends: /nested too deeply/,
    make: () => text(nested('<text:section>', '</text:section>', 100_000)),
  },
  'deep-lists.odt': {
    how: 'lists in one another 140 deep, 300 times',
    ends: 'a course',
    make: () => {
      const [start, end] = ['<text:list><text:list-item>', '</text:list-item></text:list>']
      return text(`${start.repeat(140)}<text:p>x</text:p>${end.repeat(140)}`.repeat(300))
    },
  },
  'alternating-spans.odt': {
    how: 'a paragraph of 200 000 spans, bold and plain in turn',
    ends: /too large/,
    make: () =>
      openDocument(
        'text',
        `<office:text><text:p>${(span('B') + span('')).repeat(100_000)}</text:p></office:text>`,
        boldStyle,
      ),
  },
  'spaces.odt': {
    how: 'a paragraph of 200 000 elements that each stand for a million spaces',
    ends: 'a course',
    make: () => text(`<text:p>a${'<text:s text:c="1000000"/>'.repeat(200_000)}b</text:p>`),
  },
  'heading-number.odt': {
    how: 'a link to a heading whose number has 500 000 levels',
    ends: 'a course',
    make: () => text(`<text:p><text:a xlink:href="#${'1.'.repeat(500_000)}x">a</text:a></text:p>`),
  },
  'table-square.odp': {
    how: 'a table of 10 000 rows of one cell and a row of 10 000 cells on a slide',
    ends: /table that is too large/,
    make: () => {
      const square = table(row(cell()).repeat(10_000) + row(cell().repeat(10_000)))
      return openDocument(
        'presentation',
        `<office:presentation><draw:page><draw:frame>${square}</draw:frame></draw:page></office:presentation>`,
      )
    },
  },
}
