import { describe, expect, test } from 'vitest'
import { pptxOf, textOf } from '../support/given-document.ts'

const run = (words: string, properties = '') => `<a:r><a:rPr ${properties}/><a:t>${words}</a:t></a:r>`
const body = (...paragraphs: string[]) =>
  `<p:txBody>${paragraphs.map((content) => `<a:p>${content}</a:p>`).join('')}</p:txBody>`
const shape = (words: string) => `<p:sp>${body(run(words))}</p:sp>`

const slide = (graphic: string, parts: Record<string, string> = {}) =>
  textOf('a.pptx', pptxOf([{ title: 'Doors', graphic }], parts))

const relationship = (type: string, target: string) =>
  `<Relationships><Relationship Id="rId9" Type="x/${type}" Target="${target}"/></Relationships>`

describe('Slides', () => {
  test.each([
    ['shapes in groups', `<p:grpSp>${shape('Open')}${shape('Close')}</p:grpSp>`],
    ['connectors', `<p:cxnSp>${body(run('Open'), run('Close'))}</p:cxnSp>`],
    [
      'elements that nobody knows',
      `<p:later>${shape('Open')}</p:later><p:newer>${body(run('Close'))}</p:newer>`,
    ],
    [
      'alternatives, once',
      `<mc:AlternateContent><mc:Choice>${shape('Open')}${shape('Close')}</mc:Choice>` +
        `<mc:Fallback>${shape('Open')}</mc:Fallback></mc:AlternateContent>`,
    ],
  ])('keeps the text of %s', async (_, graphic) => {
    expect(await slide(graphic)).toBe('## Doors\n\nOpen\n\nClose')
  })

  test('keeps the rows of a table inside wrapper elements', async () => {
    const row = (words: string) =>
      `<a:tr><a:tc>${body(run(words))}</a:tc><a:tc>${body(run('1'))}</a:tc></a:tr>`

    expect(await slide(`<a:tbl>${row('Part')}<a:group>${row('Bolt')}</a:group></a:tbl>`)).toBe(
      '## Doors\n\n| Part | 1 |\n| - | - |\n| Bolt | 1 |',
    )
  })

  test('marks superscript with a caret, and starts lists at their own number', async () => {
    const item = (words: string) =>
      `<a:pPr><a:buAutoNum type="arabicPeriod" startAt="4"/></a:pPr>${run(words)}`
    const area = run('12 m') + run('2', 'baseline="30000"')

    expect(await slide(`<p:sp>${body(area, item('Lock'), item('Leave'))}</p:sp>`)).toBe(
      '## Doors\n\n12 m^2\n\n4. Lock\n5. Leave',
    )
  })

  test('keeps the titles and values of a chart', async () => {
    const points = (values: string[]) =>
      values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')
    const series = `<c:ser><c:cat>${points(['May'])}</c:cat><c:val>${points(['12'])}</c:val></c:ser>`
    const title = `<c:title><a:p>${run('Sales')}</a:p></c:title>`
    const chart = `<c:chartSpace xmlns:c="c" xmlns:a="a">${title}${series}</c:chartSpace>`

    expect(
      await slide('<c:chart xmlns:c="c" r:id="rId9"/>', {
        'ppt/slides/_rels/slide1.xml.rels': relationship('chart', '../charts/chart1.xml'),
        'ppt/charts/chart1.xml': chart,
      }),
    ).toBe('## Doors\n\nSales\n\n| May | 12 |\n| - | - |')
  })

  test('writes repeated categories of series once, and others beside their values', async () => {
    const points = (values: string[]) =>
      values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')
    const series = (category: string, value: string) =>
      `<c:ser><c:cat>${points([category])}</c:cat><c:val>${points([value])}</c:val></c:ser>`
    const all = series('May', '1') + series('May', '2') + series('June', '3')
    const chart = `<c:chartSpace xmlns:c="c">${all}</c:chartSpace>`

    expect(
      await slide('<c:chart xmlns:c="c" r:id="rId9"/>', {
        'ppt/slides/_rels/slide1.xml.rels': relationship('chart', '../charts/chart1.xml'),
        'ppt/charts/chart1.xml': chart,
      }),
    ).toBe('## Doors\n\n| May | 1 | 2 | June | 3 |\n| - | - | - | - | - |')
  })

  test('keeps all text of speaker notes', async () => {
    const tree = `<p:spTree>${shape('Say this')}${shape('and that')}</p:spTree>`
    const notes = `<p:notes xmlns:p="p" xmlns:a="a"><p:cSld>${tree}</p:cSld></p:notes>`

    expect(
      await slide(shape('Open'), {
        'ppt/slides/_rels/slide1.xml.rels': relationship('notesSlide', '../notesSlides/notesSlide1.xml'),
        'ppt/notesSlides/notesSlide1.xml': notes,
      }),
    ).toBe('## Doors\n\nOpen\n\n> Say this\n>\n> and that')
  })
})
