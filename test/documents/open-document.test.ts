import { describe, expect, test } from 'vitest'
import { odtOf, openDocumentOf, textOf } from '../support/given-document.ts'

const line = (words: string) => `<text:p>${words}</text:p>`
const item = (content: string, attributes = '') => `<text:list-item ${attributes}>${content}</text:list-item>`
const cell = (content: string) => `<table:table-cell>${content}</table:table-cell>`
const row = (cells: string[], attributes = '') =>
  `<table:table-row ${attributes}>${cells.map(cell).join('')}</table:table-row>`
const textBox = (content: string) => `<draw:text-box>${content}</draw:text-box>`

const text = (body: string, parts: Record<string, string> = {}) => textOf('a.odt', odtOf(body, parts))
const sheet = (rows: string) =>
  textOf('a.ods', openDocumentOf('spreadsheet', `<table:table table:name="Parts">${rows}</table:table>`))
const slide = (content: string) => {
  const title = `<draw:frame presentation:class="title">${textBox(line('Doors'))}</draw:frame>`
  return textOf('a.odp', openDocumentOf('presentation', `<draw:page>${title}${content}</draw:page>`))
}

describe('OpenDocument texts', () => {
  test('leaves out deleted text, hidden sections and comments', async () => {
    const region = `<text:changed-region><text:deletion>${line('struck')}</text:deletion></text:changed-region>`
    const changes = `<text:tracked-changes>${region}</text:tracked-changes>`
    const hidden = `<text:section text:display="none">${line('hidden')}</text:section>`
    const remark = `<office:annotation>${line('really?')}</office:annotation>`

    expect(await text(changes + hidden + line(`kept${remark}`))).toBe('kept')
  })

  test('keeps the clauses below a heading in a list', async () => {
    const clauses = `<text:list>${item(line('first clause'))}${item(line('second clause'))}</text:list>`
    const list = `<text:list>${item(`<text:h text:outline-level="1">Terms</text:h>${clauses}`)}</text:list>`

    expect(await text(list)).toBe('# Terms\n\n- first clause\n- second clause')
  })

  const numbered = '<text:list-level-style-number text:level="1"/>'
  const styles = `<office:styles><text:list-style style:name="L1">${numbered}</text:list-style></office:styles>`
  const listOf = (items: string, attributes = '') =>
    `<text:list text:style-name="L1" ${attributes}>${items}</text:list>`

  test('numbers an item of two paragraphs once', async () => {
    const list = listOf(item(line('Open') + line('slowly')) + item(line('Close')))

    expect(await text(list, { 'styles.xml': styles })).toBe('1. Open\\\n   slowly\n2. Close')
  })

  test('continues list numbers, and starts lists at their own number', async () => {
    const lists =
      listOf(item(line('Open')), 'xml:id="a"') +
      line('Mind the gap.') +
      listOf(item(line('Close')), 'text:continue-numbering="true"') +
      line('Later:') +
      listOf(item(line('Test'), 'text:start-value="7"'))

    expect(await text(lists, { 'styles.xml': styles })).toBe(
      '1. Open\n\nMind the gap.\n\n2. Close\n\nLater:\n\n7. Test',
    )
  })

  test('keeps ruby text and the text of shapes', async () => {
    const base = '<text:ruby-base>東京</text:ruby-base>'
    const ruby = `<text:ruby>${base}<text:ruby-text>とうきょう</text:ruby-text></text:ruby>`
    const shapes = `<draw:rect>${line('Box')}</draw:rect><draw:g><draw:ellipse>${line('Round')}</draw:ellipse></draw:g>`

    expect(await text(line(ruby + shapes))).toBe('東京(とうきょう)\n\nBox\n\nRound')
    expect(await text(`<table:table>${row([line(`Left${shapes}`), line('Right')])}</table:table>`)).toBe(
      '| Left Box Round | Right |\n| - | - |',
    )
  })

  test('keeps the titles and values of charts', async () => {
    const chart =
      `<office:chart><chart:chart><chart:title>${line('Sales')}</chart:title>` +
      `<table:table>${row([line('May'), line('12')])}</table:table></chart:chart></office:chart>`

    expect(
      await text(line('<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>'), {
        'Object 1/content.xml': chart,
      }),
    ).toBe('Sales\n\n| May | 12 |\n| - | - |')
  })
})

describe('OpenDocument spreadsheets', () => {
  test('repeats equal rows, but not the empty rows at the end', async () => {
    const rows =
      row([line('Part'), line('Count')]) +
      row([line('Bolt'), line('2')], 'table:number-rows-repeated="3"') +
      row([''], 'table:number-rows-repeated="1048570"')

    expect(await sheet(rows)).toBe(
      '## Parts\n\n| Part | Count |\n| - | - |\n| Bolt | 2 |\n| Bolt | 2 |\n| Bolt | 2 |',
    )
  })

  test('separates the value of a cell from a comment on it', async () => {
    const remark = `<office:annotation>${line('check')}</office:annotation>`

    expect(await sheet(row([`${remark}${line('12')}`, line('a<text:s/>b')]))).toBe(
      '## Parts\n\n| 12 | a b |\n| - | - |',
    )
  })
})

describe('OpenDocument slides', () => {
  test('keeps a table whose frame also contains a picture', async () => {
    const table = `<table:table>${row([line('Part'), line('2')])}</table:table>`
    const frame = `<draw:frame>${table}<draw:image xlink:href="a.png"/></draw:frame>`

    expect(await slide(frame)).toBe('## Doors\n\n| Part | 2 |\n| - | - |')
  })

  test.each(['rect', 'ellipse', 'custom-shape', 'connector', 'polygon', 'caption'])(
    'keeps the text in a shape %s',
    async (name) => {
      expect(await slide(`<draw:${name}>${line('Open')}</draw:${name}>`)).toBe('## Doors\n\nOpen')
    },
  )

  test('keeps lists in speaker notes', async () => {
    const list = textBox(`<text:list>${item(line('Say this'))}</text:list>`)
    const frame = `<draw:frame presentation:class="notes">${list}</draw:frame>`
    const notes = `<presentation:notes>${frame}</presentation:notes>`

    expect(await slide(`<draw:rect>${line('Open')}</draw:rect>${notes}`)).toBe(
      '## Doors\n\nOpen\n\n> - Say this',
    )
  })
})
