import { describe, expect, test } from 'vitest'
import { archiveOf, docxOf, textOf } from '../support/given-document.ts'

const run = (words: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${words}</w:t></w:r>`
const paragraph = (...content: string[]) => `<w:p>${content.join('')}</w:p>`
const words = (text: string) => paragraph(run(text))
const textBox = (content: string) =>
  `<w:drawing><wp:inline><a:graphic><wps:wsp><wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx>` +
  '</wps:wsp></a:graphic></wp:inline></w:drawing>'
const cell = (content: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`
const row = (cells: string[], properties = '') =>
  `<w:tr>${properties && `<w:trPr>${properties}</w:trPr>`}${cells.map((text) => cell(words(text))).join('')}</w:tr>`

const docx = (body: string, parts: Record<string, string> = {}) => textOf('a.docx', docxOf(body, parts))

const relationship = (target: string) =>
  `<Relationships><Relationship Id="rId9" Type="x/chart" Target="${target}"/></Relationships>`

describe('Text boxes in Word documents', () => {
  test('reads all text boxes of a paragraph after it', async () => {
    const boxes = ['Name', 'Street'].map((text) => `<w:r>${textBox(words(text))}</w:r>`)

    expect(await docx(paragraph(run('Before'), ...boxes) + words('After'))).toBe(
      'Before\n\nName\n\nStreet\n\nAfter',
    )
  })

  test('reads a text box once if older programs have an alternative for it', async () => {
    const older = `<w:pict><v:textbox><w:txbxContent>${words('Draft')}</w:txbxContent></v:textbox></w:pict>`
    const alternatives =
      `<mc:AlternateContent><mc:Choice Requires="wps">${textBox(words('Draft'))}</mc:Choice>` +
      `<mc:Fallback>${older}</mc:Fallback></mc:AlternateContent>`

    expect(await docx(paragraph(`<w:r>${alternatives}</w:r>`))).toBe('Draft')
    expect(await docx(paragraph(`<w:r>${older}</w:r>`))).toBe('Draft')
  })

  test('reads text boxes in groups, in cells and inside one another', async () => {
    const group = `<w:drawing><a:group>${textBox(words('One'))}${textBox(words('Two'))}</a:group></w:drawing>`
    const nested = textBox(paragraph(run('Outer'), `<w:r>${textBox(words('Inner'))}</w:r>`))
    const left = cell(paragraph(run('Left'), `<w:r>${textBox(words('Box'))}</w:r>`))
    const table = `<w:tbl><w:tr>${left}${cell(words('Right'))}</w:tr></w:tbl>`

    expect(await docx(paragraph(`<w:r>${group}</w:r>`))).toBe('One\n\nTwo')
    expect(await docx(paragraph(`<w:r>${nested}</w:r>`))).toBe('Outer\n\nInner')
    expect(await docx(table)).toBe('| Left Box | Right |\n| - | - |')
  })
})

describe('Tables in Word documents', () => {
  test('keeps rows and cells inside wrapper elements', async () => {
    const control = (content: string) => `<w:sdt><w:sdtContent>${content}</w:sdtContent></w:sdt>`
    const repeated = control(control(row(['Bolt', '2'])))
    const nut = `<w:customXml>${control(cell(words('Nut')))}</w:customXml>`
    const wrapped = `<w:tr>${nut}${cell(words('7'))}</w:tr>`

    expect(await docx(`<w:tbl>${row(['Part', 'Count'])}${repeated}${wrapped}</w:tbl>`)).toBe(
      '| Part | Count |\n| - | - |\n| Bolt | 2 |\n| Nut | 7 |',
    )
  })

  test('leaves out rows that tracked changes deleted', async () => {
    const deleted = row(['Old', '1'], '<w:del w:id="1"/>')

    expect(await docx(`<w:tbl>${row(['Part', 'Count'])}${deleted}</w:tbl>`)).toBe(
      '| Part | Count |\n| - | - |',
    )
  })
})

describe('Text in Word documents', () => {
  test('writes ruby text in parentheses', async () => {
    const ruby = `<w:r><w:ruby><w:rt>${run('とうきょう')}</w:rt><w:rubyBase>${run('東京')}</w:rubyBase></w:ruby></w:r>`

    expect(await docx(paragraph(ruby, run('へ')))).toBe('東京(とうきょう)へ')
  })

  test.each([
    ['<w:cr/>', 'one\\\ntwo'],
    ['<w:br/>', 'one\\\ntwo'],
    ['<w:br w:type="page"/>', 'one two'],
    ['<w:br w:type="column"/>', 'one two'],
    ['<w:ptab/>', 'one two'],
    ['<w:tab/>', 'one two'],
    ['<w:softHyphen/>', 'onetwo'],
  ])('separates words at %s as on the page', async (between, expected) => {
    expect(await docx(paragraph(`<w:r><w:t>one</w:t>${between}<w:t>two</w:t></w:r>`))).toBe(expected)
  })

  test('marks superscript numbers with a caret', async () => {
    const superscript = '<w:vertAlign w:val="superscript"/>'

    expect(await docx(paragraph(run('10'), run('6', superscript), run(' pascals')))).toBe('10^6 pascals')
  })

  test('recognizes elements under any namespace prefix', async () => {
    const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
    const document =
      `<ns0:document xmlns:ns0="${namespace}"><ns0:body><ns0:p><ns0:pPr><ns0:outlineLvl ns0:val="0"/></ns0:pPr>` +
      '<ns0:r><ns0:t>Safety</ns0:t></ns0:r></ns0:p></ns0:body></ns0:document>'

    expect(await textOf('a.docx', archiveOf({ 'WORD/Document.xml': document }))).toBe('# Safety')
  })

  test('reads text in unknown elements', async () => {
    const inline = paragraph(`<w:later>${run('inside')}</w:later><w:r><w:newer>direct</w:newer></w:r>`)
    const block = `<w:wrapper><w:other>${words('block')}</w:other></w:wrapper>`

    expect(await docx(inline + block)).toBe('inside direct\n\nblock')
  })

  test('leaves out hidden text and text that tracked changes deleted', async () => {
    const deleted = '<w:del><w:r><w:delText>struck</w:delText></w:r></w:del>'

    expect(await docx(paragraph(run('kept '), deleted, run('hidden', '<w:vanish/>')))).toBe('kept')
  })

  test('reads footnotes with their tables', async () => {
    const note = `<w:footnote w:id="2">${words('First')}<w:tbl>${row(['a', 'b'])}</w:tbl></w:footnote>`
    const reference = '<w:r><w:footnoteReference w:id="2"/></w:r>'

    expect(
      await docx(paragraph(run('Text'), reference), {
        'word/footnotes.xml': `<w:footnotes xmlns:w="w">${note}</w:footnotes>`,
      }),
    ).toBe('Text[^2]\n\n[^2]: First\n\n    | a | b |\n    | - | - |')
  })
})

describe('Numbered lists in Word documents', () => {
  const level = (number: number) =>
    `<w:lvl w:ilvl="${number}"><w:start w:val="1"/><w:numFmt w:val="decimal"/></w:lvl>`
  const startAtSeven = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>'
  const numbering =
    `<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0">${level(0)}${level(1)}</w:abstractNum>` +
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>' +
    `<w:num w:numId="2"><w:abstractNumId w:val="0"/>${startAtSeven}</w:num></w:numbering>`
  const item = (text: string, id = 1, level = 0) =>
    paragraph(
      `<w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr></w:pPr>`,
      run(text),
    )
  const listOf = (body: string) => docx(body, { 'word/numbering.xml': numbering })

  test('continues a list after a paragraph', async () => {
    expect(await listOf(item('Open') + words('Mind the gap.') + item('Close'))).toBe(
      '1. Open\n\nMind the gap.\n\n2. Close',
    )
  })

  test('starts a list at its own number', async () => {
    expect(await listOf(item('Open') + words('Later:') + item('Test', 2) + item('Sign', 2))).toBe(
      '1. Open\n\nLater:\n\n7. Test\n8. Sign',
    )
  })

  test('restarts deeper levels after each item', async () => {
    expect(await listOf(item('a') + item('a1', 1, 1) + item('b') + words('x') + item('b1', 1, 1))).toBe(
      '1. a\n   1. a1\n2. b\n\nx\n\n1. b1',
    )
  })
})

describe('Numbered headings in Word documents', () => {
  const level = (number: number, format: string, text: string, more = '') =>
    `<w:lvl w:ilvl="${number}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}` +
    `<w:lvlText w:val="${text}"/></w:lvl>`
  const startAtFour = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="4"/></w:lvlOverride>'
  const numberingOf = (...levels: string[]) =>
    `<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0">${levels.join('')}</w:abstractNum>` +
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>' +
    `<w:num w:numId="2"><w:abstractNumId w:val="0"/>${startAtFour}</w:num></w:numbering>`
  const style = (depth: number) =>
    `<w:style w:styleId="h${depth}"><w:name w:val="heading ${depth}"/><w:pPr><w:numPr>` +
    `<w:ilvl w:val="${depth - 1}"/><w:numId w:val="1"/></w:numPr></w:pPr></w:style>`
  const heading = (depth: number, text: string, more = '') =>
    paragraph(`<w:pPr><w:pStyle w:val="h${depth}"/>${more}</w:pPr>`, run(text))
  const parts = (...levels: string[]) => ({
    'word/numbering.xml': numberingOf(...levels),
    'word/styles.xml': `<w:styles xmlns:w="w">${[1, 2, 3].map(style).join('')}</w:styles>`,
  })
  const decimal = [level(0, 'decimal', '%1.'), level(1, 'decimal', '%1.%2'), level(2, 'decimal', '%1.%2.%3')]
  const list = (id: number) => `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${id}"/></w:numPr>`

  test('keeps the numbers of all heading levels', async () => {
    const body = [heading(1, 'Site'), heading(2, 'Gates'), heading(2, 'Safety'), heading(3, 'Fire')]

    expect(
      await docx(`${body.join('')}${heading(1, 'Staff')}${heading(2, 'Shifts')}`, parts(...decimal)),
    ).toBe(
      ['# 1. Site', '## 1.1 Gates', '## 1.2 Safety', '### 1.2.1 Fire', '# 2. Staff', '## 2.1 Shifts'].join(
        '\n\n',
      ),
    )
  })

  test('starts at the number of the list, and omits the number of a heading removed from it', async () => {
    const body = heading(1, 'Site', list(2)) + heading(1, 'Index', list(0)) + heading(1, 'Staff')

    expect(await docx(body, parts(...decimal))).toBe('# 4. Site\n\n# Index\n\n# 5. Staff')
  })

  test.each([
    ['upperRoman', 'Part %1', 'Part IV'],
    ['lowerRoman', '%1)', 'iv)'],
    ['upperLetter', 'Annex %1:', 'Annex D:'],
    ['lowerLetter', '(%1)', '(d)'],
    ['decimalZero', '%1', '04'],
  ])('formats a number as %s', async (format, text, expected) => {
    const document = await docx(heading(1, 'Site', list(2)), parts(level(0, format, text)))

    expect(document).toBe(`# ${expected} Site`)
  })

  test('continues a level without restart, and writes digits for legal numbering', async () => {
    const levels = [
      level(0, 'upperRoman', '%1'),
      level(1, 'decimal', '%1.%2', '<w:lvlRestart w:val="0"/><w:isLgl/>'),
    ]
    const body = heading(1, 'a') + heading(2, 'b') + heading(1, 'c') + heading(2, 'd')

    expect(await docx(body, parts(...levels))).toBe('# I a\n\n## 1.1 b\n\n# II c\n\n## 2.2 d')
  })
})

describe('Drawings in Word documents', () => {
  const points = (values: string[]) =>
    values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')
  const title = '<c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title>'
  const series =
    `<c:tx><c:strRef><c:f>A1</c:f><c:strCache>${points(['North'])}</c:strCache></c:strRef></c:tx>` +
    `<c:cat><c:strRef><c:strCache>${points(['May', 'June'])}</c:strCache></c:strRef></c:cat>` +
    `<c:val><c:numRef><c:numCache>${points(['12', '15.5'])}</c:numCache></c:numRef></c:val>`
  const content = `<c:chart>${title}<c:ser>${series}</c:ser></c:chart>`
  const chart = `<c:chartSpace xmlns:c="c" xmlns:a="a">${content}</c:chartSpace>`

  test('keeps the titles and values of charts', async () => {
    const graphic = '<w:drawing><a:graphic><c:chart r:id="rId9"/></a:graphic></w:drawing>'

    expect(
      await docx(paragraph(`<w:r>${graphic}</w:r>`), {
        'word/_rels/document.xml.rels': relationship('charts/chart1.xml'),
        'word/charts/chart1.xml': chart,
      }),
    ).toBe('Sales\n\n| | North |\n| - | - |\n| May | 12 |\n| June | 15.5 |')
  })

  test('keeps the text of shapes', async () => {
    const canvas = '<w:drawing><a:txBody><a:p><a:r><a:t>Start</a:t></a:r></a:p></a:txBody></w:drawing>'

    expect(await docx(paragraph(`<w:r>${canvas}</w:r>`))).toBe('Start')
  })
})

describe('Documents embedded in a Word document', () => {
  test('reads embedded web pages', async () => {
    expect(
      await docx(`${words('Before')}<w:altChunk r:id="rId9"/>`, {
        'word/_rels/document.xml.rels': relationship('chunk.html'),
        'word/chunk.html': '<html><body><p>Clause <b>nine</b></p></body></html>',
      }),
    ).toBe('Before\n\nClause **nine**')
  })
})
