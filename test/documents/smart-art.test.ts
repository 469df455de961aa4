import { describe, expect, test } from 'vitest'
import { docxOf, markdownOf, pptxOf } from '../support/given-document.ts'

const point = (id: string, words: string, type = 'node') =>
  `<dgm:pt modelId="${id}" type="${type}"><dgm:t><a:p><a:r><a:t>${words}</a:t></a:r></a:p></dgm:t></dgm:pt>`

const below = (parent: string, child: string, order: number, type = '') =>
  `<dgm:cxn modelId="${parent}${child}" ${type} srcId="${parent}" destId="${child}" srcOrd="${order}"/>`

const modelOf = (points: string[], connections: string[]) =>
  `<dgm:dataModel xmlns:dgm="d" xmlns:a="a"><dgm:ptLst>${points.join('')}</dgm:ptLst>` +
  `<dgm:cxnLst>${connections.join('')}</dgm:cxnLst></dgm:dataModel>`

const tree = modelOf(
  [
    '<dgm:pt modelId="root" type="doc"/>',
    point('b', 'Ship'),
    point('a', 'Plan'),
    point('a1', 'Ask the users'),
    '<dgm:pt modelId="shape" type="pres"/>',
  ],
  [
    below('root', 'b', 1),
    below('root', 'a', 0),
    below('a', 'a1', 0),
    below('a', 'shape', 0, 'type="presOf"'),
  ],
)

const list = '- Plan\n  - Ask the users\n- Ship'
const graphic = '<a:graphic><a:graphicData><dgm:relIds r:dm="rId9"/></a:graphicData></a:graphic>'

const relationship = (target: string) =>
  `<Relationships><Relationship Id="rId9" Type="x/diagramData" Target="${target}"/></Relationships>`

const docxWith = (model: string) =>
  docxOf(`<w:p><w:r><w:t>Our year:</w:t></w:r><w:r><w:drawing>${graphic}</w:drawing></w:r></w:p>`, {
    'word/_rels/document.xml.rels': relationship('diagrams/data1.xml'),
    'word/diagrams/data1.xml': model,
  })

describe('SmartArt', () => {
  test('reads SmartArt in a text as a list', async () => {
    expect(await markdownOf('a.docx', docxWith(tree))).toBe(`Our year:\n\n${list}`)
  })

  test('reads SmartArt on a slide as a list', async () => {
    const slides = pptxOf([{ title: 'Our year', graphic }], {
      'ppt/slides/_rels/slide1.xml.rels': relationship('../diagrams/data1.xml'),
      'ppt/diagrams/data1.xml': tree,
    })

    expect(await markdownOf('a.pptx', slides)).toBe(list)
  })

  test('keeps points without a parent, and points in a circle', async () => {
    const model = modelOf([point('a', 'Plan'), point('b', 'Ship')], [below('a', 'b', 0), below('b', 'a', 0)])

    expect(await markdownOf('a.docx', docxWith(model))).toBe('Our year:\n\n- Plan\n  - Ship')
  })
})
