import { describe, expect, test } from 'vitest'
import { docxOf, markdownOf, odtOf, pptxOf } from '../support/given-document.ts'

const r = (text: string) => `<m:r><m:rPr><m:sty m:val="p"/></m:rPr><m:t>${text}</m:t></m:r>`
const e = (...parts: string[]) => `<m:e>${parts.join('')}</m:e>`
const fraction = `<m:f><m:num>${r('a+b')}</m:num><m:den>${r('2')}</m:den></m:f>`
const square = (base: string) => `<m:sSup>${e(r(base))}<m:sup>${r('2')}</m:sup></m:sSup>`
const root = `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e(square('b'), r('-4ac'))}</m:rad>`
const sum =
  `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${r('i=1')}</m:sub><m:sup>${r('n')}</m:sup>` +
  `${e(`<m:sSub>${e(r('a'))}<m:sub>${r('i')}</m:sub></m:sSub>`)}</m:nary>`
const matrix = `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>${e(
  `<m:m><m:mr>${e(r('1'))}${e(r('0'))}</m:mr><m:mr>${e(r('0'))}${e(r('1'))}</m:mr></m:m>`,
)}</m:d>`

const docx = (formula: string) =>
  docxOf(
    `<w:p><w:r><w:t xml:space="preserve">The width is </w:t></w:r>${formula}<w:r><w:t>.</w:t></w:r></w:p>`,
  )

const pptx = (formula: string) =>
  pptxOf([
    {
      title: 'Escape',
      paragraph: `<a:r><a:t>The width is </a:t></a:r>${formula}<a:r><a:t>.</a:t></a:r>`,
    },
  ])

const odt = (mathml: string) =>
  odtOf(
    '<text:p>The width is <draw:frame><draw:object xlink:href="./Object 1"/>' +
      '<draw:image xlink:href="./ObjectReplacements/Object 1"/></draw:frame>.</text:p>',
    {
      'Object 1/content.xml':
        `<math><semantics><mrow>${mathml}</mrow>` +
        '<annotation encoding="StarMath 5.0">x</annotation></semantics></math>',
    },
  )

const limit = `<m:limLow>${e(r('lim'))}<m:lim>${r('x→0')}</m:lim></m:limLow>`
const vector = `<m:acc><m:accPr><m:chr m:val="⃗"/></m:accPr>${e(r('v'))}</m:acc>`

describe('Formulas in Word documents', () => {
  test.each([
    ['a fraction', fraction, '(a + b)/2'],
    ['a root', root, '√(b^2-4ac)'],
    ['a sum', sum, '∑_(i = 1)^n a_i'],
    ['a matrix', matrix, '[[1, 0; 0, 1]]'],
    ['an accent', vector, 'v⃗'],
    ['a function with a limit', `<m:func><m:fName>${limit}</m:fName>${e(r('f'))}</m:func>`, 'lim_(x → 0) f'],
    ['nothing', '', undefined],
  ])('writes on one line: %s', async (_, formula, line) => {
    const text = await markdownOf('a.docx', docx(`<m:oMath>${formula}</m:oMath>`))

    expect(text).toBe(line ? `The width is \`${line}\`.` : 'The width is \\[formula].')
  })

  test('writes each formula of a paragraph on its own line', async () => {
    const formulas = `<m:oMathPara><m:oMath>${fraction}</m:oMath><m:oMath>${sum}</m:oMath></m:oMathPara>`

    expect(await markdownOf('a.docx', docx(formulas))).toBe('The width is `(a + b)/2`\\\n`∑_(i = 1)^n a_i`.')
  })

  test('writes a placeholder for an old formula object without a picture', async () => {
    const object = '<w:r><w:object><o:OLEObject ProgID="Equation.3"/></w:object></w:r>'

    expect(await markdownOf('a.docx', docx(object))).toBe('The width is \\[formula].')
  })
})

describe('Formulas in PowerPoint', () => {
  test.each([
    ['in a paragraph', `<a14:m><m:oMath>${root}</m:oMath></a14:m>`],
    [
      'beside a picture for older programs',
      `<mc:AlternateContent><mc:Choice Requires="a14">` +
        `<a14:m><m:oMathPara><m:oMath>${root}</m:oMath></m:oMathPara></a14:m></mc:Choice>` +
        '<mc:Fallback><a:r><a:t>picture</a:t></a:r></mc:Fallback></mc:AlternateContent>',
    ],
  ])('writes a formula on one line: %s', async (_, formula) => {
    expect(await markdownOf('a.pptx', pptx(formula))).toBe('The width is `√(b^2-4ac)`.')
  })
})

describe('Formulas in OpenDocument', () => {
  const mi = (text: string) => `<mi>${text}</mi>`
  const mo = (text: string) => `<mo stretchy="false">${text}</mo>`

  test.each([
    ['a fraction', `<mfrac><mrow>${mi('a')}${mo('+')}${mi('b')}</mrow><mn>2</mn></mfrac>`, '(a + b)/2'],
    ['a power', `<mi>E</mi>${mo('=')}<mi>m</mi><msup>${mi('c')}<mn>2</mn></msup>`, 'E = mc^2'],
    ['roots', `<msqrt><mn>2</mn></msqrt>${mo('+')}<mroot>${mi('x')}<mn>3</mn></mroot>`, '√(2) + √[3](x)'],
    [
      'a sum',
      `<munderover>${mo('∑')}<mrow>${mi('i')}${mo('=')}<mn>1</mn></mrow>${mi('n')}</munderover>` +
        `<msub>${mi('a')}${mi('i')}</msub>`,
      '∑_(i = 1)^na_i',
    ],
    ['brackets', `<mrow>${mo('(')}<mrow>${mi('a')}${mo('−')}${mi('b')}</mrow>${mo(')')}</mrow>`, '(a−b)'],
    ['a matrix', '<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr></mtable>', '[1, 0]'],
    ['a vector', `<mover accent="true">${mi('v')}${mo('→')}</mover>`, 'v⃗'],
    ['words', `${mi('x')}<mtext>if</mtext>${mi('y')}`, 'x if y'],
  ])('writes on one line: %s', async (_, mathml, line) => {
    expect(await markdownOf('a.odt', odt(mathml))).toBe(`The width is \`${line}\`.`)
  })
})

test('writes a formula of a web page once, on one line', async () => {
  const formula =
    '<math><semantics><mrow><msup><mi>c</mi><mn>2</mn></msup><mo>=</mo><mfrac><mi>E</mi><mi>m</mi></mfrac></mrow>' +
    '<annotation encoding="application/x-tex">c^2=\\frac{E}{m}</annotation></semantics></math>'

  expect(await markdownOf('a.html', `<h1>Energy</h1><p>The square is ${formula}.</p>`)).toBe(
    'The square is `c^2 = E/m`.',
  )
})
