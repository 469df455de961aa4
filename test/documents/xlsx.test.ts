import { describe, expect, test } from 'vitest'
import { archiveOf, textOf } from '../support/given-document.ts'

const cell = (reference: string, value: string, attributes = '') =>
  `<c r="${reference}" ${attributes}><v>${value}</v></c>`

const relationships = (entries: Record<string, string>) =>
  `<Relationships>${Object.entries(entries)
    .map(([type, target]) => `<Relationship Id="${type}" Type="x/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

const workbookOf = (rows: string, parts: Record<string, string> = {}) =>
  archiveOf({
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="Parts" r:id="worksheet"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationships({
      worksheet: 'worksheets/sheet1.xml',
      styles: 'styles.xml',
      sharedStrings: 'sharedStrings.xml',
    }),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...parts,
  })

const read = (rows: string, parts?: Record<string, string>) => textOf('a.xlsx', workbookOf(rows, parts))

describe('Workbooks', () => {
  test('keeps all digits of a number', async () => {
    const row = `<row>${cell('A1', '4006381333931')}${cell('B1', '0.30000000000000004')}</row>`

    expect(await read(row)).toContain('| 4006381333931 | 0.3 |')
  })

  test('formats numbers by the styles of their cells', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0\\%"/></numFmts>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="46"/></cellXfs></styleSheet>'
    const row = `<row>${cell('A1', '15.7', 's="1"')}${cell('B1', '1.6875', 's="2"')}</row>`

    expect(await read(row, { 'xl/styles.xml': styles })).toContain('| 15.7% | 40:30:00 |')
  })

  test('keeps cells beyond 200 columns, without the empty columns between', async () => {
    const rows = `<row>${cell('A1', '1')}${cell('XFD1', '2')}</row><row>${cell('A2', '3')}</row>`

    expect(await read(rows)).toBe('## Parts\n\n| 1 | 2 |\n| - | - |\n| 3 | |')
  })

  test('keeps cell comments, and each comment of a thread once', async () => {
    const comment = (cell: string, text: string) =>
      `<comment ref="${cell}" authorId="0"><text><r><t>${text}</t></r></text></comment>`
    const thread = ['Which unit?', 'Metres.'].map(
      (text) => `<threadedComment ref="A1" id="{1}"><text>${text}</text></threadedComment>`,
    )
    const notes = comment('B2', 'Counted twice') + comment('A1', 'Your version of Excel shows no threads')

    expect(
      await read(`<row>${cell('A1', '1')}${cell('B1', '2')}</row>`, {
        'xl/worksheets/_rels/sheet1.xml.rels': relationships({
          comments: '../comments1.xml',
          threadedComment: '../threadedComments/threadedComment1.xml',
        }),
        'xl/comments1.xml': `<comments><authors><author>Ada</author></authors>${notes}</comments>`,
        'xl/threadedComments/threadedComment1.xml': `<ThreadedComments>${thread.join('')}</ThreadedComments>`,
      }),
    ).toBe(
      '## Parts\n\n| 1 | 2 |\n| - | - |\n\nComment on A1: Which unit?\n\nComment on A1: Metres.\n\n' +
        'Comment on B2: Counted twice',
    )
  })

  test('keeps the text of boxes over a sheet, and the titles of charts', async () => {
    const box = '<xdr:sp><xdr:txBody><a:p><a:r><a:t>Mind the units</a:t></a:r></a:p></xdr:txBody></xdr:sp>'
    const title = '<c:title><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:title>'

    expect(
      await read(`<row>${cell('A1', '1')}${cell('B1', '2')}</row>`, {
        'xl/worksheets/_rels/sheet1.xml.rels': relationships({ drawing: '../drawings/drawing1.xml' }),
        'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="x" xmlns:a="a">${box}</xdr:wsDr>`,
        'xl/drawings/_rels/drawing1.xml.rels': relationships({ chart: '../charts/chart1.xml' }),
        'xl/charts/chart1.xml': `<c:chartSpace xmlns:c="c" xmlns:a="a">${title}</c:chartSpace>`,
      }),
    ).toBe('## Parts\n\n| 1 | 2 |\n| - | - |\n\nMind the units\n\nSales')
  })
})
