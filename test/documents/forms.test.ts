import { describe, expect, test } from 'vitest'
import { docxOf, markdownOf, odtOf } from '../support/given-document.ts'

const image = 'data:image/png;base64,aGFsbG8='

describe('Captions', () => {
  test.each([
    ['of a picture that is kept', `<img src="${image}" alt="A red door">`, '![](image:0)\n\n'],
    ['of a picture that is elsewhere', '<img src="door.png" alt="A red door">', ''],
    [
      'beside another description',
      `<img src="${image}" alt="Rust on steel">`,
      '![Rust on steel](image:0)\n\n',
    ],
  ])('writes the caption %s once', async (_, picture, before) => {
    const page = `<h1>Exits</h1><figure>${picture}<figcaption>Figure 1: A red door</figcaption></figure>`

    expect(await markdownOf('a.html', page)).toBe(`${before}Figure 1: A red door`)
  })

  test('writes the caption of a table once, before the table', async () => {
    const table = '<table><caption>Table 1: Gates</caption><tr><th>east</th></tr><tr><td>12</td></tr></table>'

    expect(await markdownOf('a.html', `<h1>Gates</h1>${table}`)).toBe(
      'Table 1: Gates\n\n| east |\n| - |\n| 12 |',
    )
  })
})

describe('Quotations in Word documents', () => {
  const style = (id: string, name: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`
  const paragraph = (id: string, words: string) =>
    `<w:p><w:pPr><w:pStyle w:val="${id}"/></w:pPr><w:r><w:t>${words}</w:t></w:r></w:p>`

  test.each(['Quote', 'Intense Quote', 'Block Text', 'Quotations'])(
    'joins consecutive paragraphs of the style %s',
    async (name) => {
      const body = [
        paragraph('q', 'One.'),
        paragraph('q', 'Two.'),
        paragraph('n', 'Three.'),
        paragraph('q', 'Four.'),
      ]

      const styles = `<w:styles xmlns:w="w">${style('q', name)}${style('n', 'Normal')}</w:styles>`

      const text = await markdownOf('a.docx', docxOf(body.join(''), { 'word/styles.xml': styles }))

      expect(text).toBe('> One.\n>\n> Two.\n\nThree.\n\n> Four.')
    },
  )
})

test('joins consecutive paragraphs of a quotation in odt', async () => {
  const paragraph = (style: string, words: string) => `<text:p text:style-name="${style}">${words}</text:p>`
  const body =
    paragraph('Quotations', 'One.') + paragraph('Quotations', 'Two.') + paragraph('Standard', 'Three.')

  const text = await markdownOf('a.odt', odtOf(body))

  expect(text).toBe('> One.\n>\n> Two.\n\nThree.')
})
