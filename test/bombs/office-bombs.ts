import { strToU8, zipSync } from 'fflate'
import type { Bombs } from './bomb.ts'

const zip = (parts: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])), {
    level: 6,
  })

const docx = (body: string, parts: Record<string, string> = {}) =>
  zip({
    'word/document.xml': `<w:document xmlns:w="w" xmlns:m="m"><w:body>${body}</w:body></w:document>`,
    ...parts,
  })

const run = (text: string, properties = '') => `<w:r>${properties}<w:t>${text}</w:t></w:r>`
const paragraph = (content: string) => `<w:p>${content}</w:p>`
const cell = `<w:tc>${paragraph(run('x'))}</w:tc>`
const bold = '<w:rPr><w:b/></w:rPr>'
const boldItalic = '<w:rPr><w:b/><w:i/></w:rPr>'

const relationships = (targets: [id: string, type: string, target: string][]) =>
  `<Relationships>${targets
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

const xlsx = (sheet: string, { strings = '', sheets = 1 } = {}) =>
  zip({
    'xl/workbook.xml': `<workbook><sheets>${'<sheet name="A" r:id="s"/>'.repeat(sheets)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ['s', 'worksheet', 'sheet.xml'],
      ['t', 'sharedStrings', 'strings.xml'],
    ]),
    'xl/sheet.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/strings.xml': `<sst>${strings}</sst>`,
  })

const pptx = (shapes: string, slides = 1) =>
  zip({
    'ppt/presentation.xml':
      '<p:presentation xmlns:p="p" xmlns:r="r">' +
      `<p:sldIdLst>${'<p:sldId r:id="s"/>'.repeat(slides)}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships([['s', 'slide', 'slide.xml']]),
    'ppt/slide.xml': `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
  })

const slideRow = (cells: number) =>
  `<a:tr>${'<a:tc><a:txBody><a:p><a:r><a:t>x</a:t></a:r></a:p></a:txBody></a:tc>'.repeat(cells)}</a:tr>`

const nested = (start: string, end: string, depth: number) => start.repeat(depth) + end.repeat(depth)

export const officeBombs: Bombs = {
  'wide-cell.docx': {
    how: 'a cell of a table that says that it spans two thousand million columns',
    ends: 'a course',
    make: () =>
      docx(
        '<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2000000000"/></w:tcPr>' +
          `${paragraph(run('x'))}</w:tc></w:tr></w:tbl>`,
      ),
  },
  'deep-level.docx': {
    how: 'an item of a list at level two thousand million',
    ends: 'a course',
    make: () =>
      docx(
        paragraph(
          `<w:pPr><w:numPr><w:ilvl w:val="2000000000"/><w:numId w:val="1"/></w:numPr></w:pPr>${run('x')}`,
        ),
      ),
  },
  'far-column.xlsx': {
    how: 'a cell in column ZZZZZZZ, the eight thousand millionth',
    ends: 'a course',
    make: () => xlsx('<row r="1"><c r="ZZZZZZZ1"><v>1</v></c><c r="A1"><v>2</v></c></row>'),
  },
  'deep-level.pptx': {
    how: 'an item of a slide at level two thousand million',
    ends: 'a course',
    make: () =>
      pptx(
        '<p:sp><p:txBody><a:p><a:pPr lvl="2000000000"/><a:r><a:t>words</a:t></a:r></a:p></p:txBody></p:sp>',
      ),
  },
  'table-square.docx': {
    how: 'a table of 20 000 rows of one cell and a row of 20 000 cells, which would be 400 million cells as a square',
    ends: /table that is too large/,
    make: () =>
      docx(`<w:tbl>${`<w:tr>${cell}</w:tr>`.repeat(20_000)}<w:tr>${cell.repeat(20_000)}</w:tr></w:tbl>`),
  },
  'spanned-cells.docx': {
    how: 'a table of 10 000 cells that each say that they span 100 columns, in one row beside 1 000 others',
    ends: /table that is too large/,
    make: () => {
      const spanned = `<w:tc><w:tcPr><w:gridSpan w:val="100"/></w:tcPr>${paragraph(run('x'))}</w:tc>`
      return docx(
        `<w:tbl>${`<w:tr>${cell}</w:tr>`.repeat(1_000)}<w:tr>${spanned.repeat(10_000)}</w:tr></w:tbl>`,
      )
    },
  },
  'alternating-runs.docx': {
    how: 'a paragraph of 200 000 runs, bold and plain in turn',
    ends: /too large/,
    make: () => docx(paragraph((run('x', bold) + run('x')).repeat(100_000))),
  },
  'same-marks.docx': {
    how: 'a paragraph of 60 000 bold runs, every other one in italics too, which were merged one by one',
    ends: /too large/,
    make: () => docx(paragraph((run('x', bold) + run('x', boldItalic)).repeat(30_000))),
  },
  'deep-tables.docx': {
    how: 'tables in one another 100 000 deep',
    ends: /nested too deeply/,
    make: () => docx(nested('<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>', 100_000)),
  },
  'styles-in-a-circle.docx': {
    how: '50 000 styles, each based on the next and the last on the first',
    ends: 'a course',
    make: () => {
      const styles = Array.from(
        { length: 50_000 },
        (_, n) => `<w:style w:styleId="s${n}"><w:basedOn w:val="s${(n + 1) % 50_000}"/></w:style>`,
      )
      return docx(paragraph(run('Some words')), {
        'word/styles.xml': `<w:styles xmlns:w="w">${styles.join('')}</w:styles>`,
      })
    },
  },
  'descending-levels.docx': {
    how: 'a list of 20 000 items, each a level deeper than the one before',
    ends: 'a course',
    make: () =>
      docx(
        Array.from({ length: 20_000 }, (_, n) =>
          paragraph(
            `<w:pPr><w:numPr><w:ilvl w:val="${n}"/><w:numId w:val="1"/></w:numPr></w:pPr>${run('x')}`,
          ),
        ).join(''),
      ),
  },
  'repeated-note.docx': {
    how: 'a note of 200 000 characters, referred to 100 000 times',
    ends: /more text than a course can hold/,
    make: () =>
      docx(paragraph('<w:r><w:footnoteReference w:id="1"/></w:r>'.repeat(50)).repeat(2_000), {
        'word/footnotes.xml':
          '<w:footnotes xmlns:w="w"><w:footnote w:id="1">' +
          `${paragraph(run('long '.repeat(40_000)))}</w:footnote></w:footnotes>`,
      }),
  },
  'long-field.docx': {
    how: 'a field whose instruction has two million letters',
    ends: 'a course',
    make: () =>
      docx(`<w:p><w:fldSimple w:instr="REF ${'a'.repeat(2_000_000)}">${run('x')}</w:fldSimple></w:p>`),
  },
  'spaces-formula.docx': {
    how: 'a formula of two letters with a million spaces between them',
    ends: 'a course',
    make: () => docx(paragraph(`<m:oMath><m:r><m:t>a${' '.repeat(1_000_000)}b</m:t></m:r></m:oMath>`)),
  },
  'attributes.docx': {
    how: 'an element with 500 000 attributes',
    ends: /too large/,
    make: () => docx(`<w:p ${Array.from({ length: 500_000 }, (_, n) => `a${n}=""`).join(' ')}/>`),
  },
  'entities.docx': {
    how: 'entities of XML that are ten of one another, twelve deep',
    ends: /entities/,
    make: () => {
      const entities = Array.from({ length: 12 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`)
      return zip({ 'word/document.xml': `<!DOCTYPE d [<!ENTITY l0 "ha">${entities.join('')}]><d>&l12;</d>` })
    },
  },
  'shared-string.xlsx': {
    how: 'one shared string of 1 MB in 100 000 cells',
    ends: /more text than a course can hold|too large/,
    make: () =>
      xlsx(`<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`.repeat(1_000), {
        strings: `<si><t>${'word '.repeat(200_000)}</t></si>`,
      }),
  },
  'far-cells.xlsx': {
    how: '100 000 rows with a cell in the last column, XFD',
    ends: 'a course',
    make: () => xlsx('<row><c r="XFD1048576"><v>1</v></c></row>'.repeat(100_000)),
  },
  'spaces.xlsx': {
    how: 'a cell of 2 million spaces between two letters',
    ends: 'a course',
    make: () =>
      xlsx(`<row><c t="inlineStr"><is><t>a${' '.repeat(2_000_000)}b</t></is></c><c><v>1</v></c></row>`),
  },
  'many-sheets.xlsx': {
    how: '400 000 sheets that are all the same part of 1 000 rows',
    ends: /too many|more data than/,
    make: () => xlsx('<row><c><v>1</v></c><c><v>2</v></c></row>'.repeat(1_000), { sheets: 400_000 }),
  },
  'table-square.pptx': {
    how: 'a table of 10 000 rows of one cell and a row of 10 000 cells on a slide',
    ends: /table that is too large/,
    make: () =>
      pptx(
        `<p:graphicFrame><a:tbl>${slideRow(1).repeat(10_000)}${slideRow(10_000)}</a:tbl></p:graphicFrame>`,
      ),
  },
  'many-slides.pptx': {
    how: '400 000 slides that are all the same part',
    ends: /too many|more data than/,
    make: () => pptx(`<p:sp><p:txBody><a:p><a:r><a:t>words</a:t></a:r></a:p></p:txBody></p:sp>`, 400_000),
  },
  'deep-groups.pptx': {
    how: 'groups of shapes in one another 100 000 deep',
    ends: /nested too deeply/,
    make: () => pptx(nested('<p:grpSp>', '</p:grpSp>', 100_000)),
  },
}
