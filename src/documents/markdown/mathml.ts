import type { PhrasingContent } from 'mdast'
import { accent, formula, fraction, root, scripts } from './formula.ts'
import { byName, childElements, textContent, type Element } from '../xml.ts'

/** Writes an element from the texts of its children, in their order. */
type Writer = (parts: string[], element: Element) => string

const writeToken: Writer = (_, element) => textContent(element).trim()

/** Separates words within a formula from its signs. */
const writeWords: Writer = (_, element) => ` ${textContent(element).trim()} `

const writeMathBrackets: Writer = (parts, { attributes }) => {
  const { open = '(', close = ')', separators = ',' } = attributes
  return `${open}${parts.join(`${separators.trim().charAt(0)} `)}${close}`
}

/** Writes a base with the term below it and, if there is a third part, the term above it. */
const writeMathScripts: Writer = ([base = '', sub = '', sup = '']) => scripts(base, { sub, sup })

/** Combining characters for signs above a letter. */
const combining = new Map([
  ['^', '\u0302'],
  ['~', '\u0303'],
  ['¯', '\u0304'],
  ['ˉ', '\u0304'],
  ['˙', '\u0307'],
  ['¨', '\u0308'],
  ['→', '\u20D7'],
])

/** Writes a base with the term above it: an accent if it is a combining sign, otherwise a superscript. */
const writeOver: Writer = ([base = '', above = '']) => {
  const isAccent = combining.has(above) || /^\p{M}$/u.test(above)
  return isAccent ? accent(base, combining.get(above) ?? above) : scripts(base, { sup: above })
}

const writers = byName<Writer>({
  mi: writeToken,
  mn: writeToken,
  mo: writeToken,
  mtext: writeWords,
  ms: writeWords,
  mspace: () => ' ',
  // the first child is the formula; the others repeat it in other forms
  semantics: ([formula = '']) => formula,
  annotation: () => '',
  mfrac: ([above = '', below = '']) => fraction(above, below),
  msqrt: (parts) => root(parts.join('')),
  mroot: ([radicand = '', degree = '']) => root(radicand, degree),
  msup: ([base = '', sup = '']) => scripts(base, { sup }),
  msub: writeMathScripts,
  msubsup: writeMathScripts,
  munder: writeMathScripts,
  mover: writeOver,
  munderover: writeMathScripts,
  mfenced: writeMathBrackets,
  mtr: (cells) => cells.map((cell) => cell.trim()).join(', '),
  mtable: (rows) => `[${rows.join('; ')}]`,
})

const writeMath = (element: Element): string => {
  const parts = childElements(element).map(writeMath)
  return writers.get(element.name)?.(parts, element) ?? parts.join('')
}

/** Writes a formula of OpenDocument or HTML (MathML) on one line. */
export const readMathML = (element: Element): PhrasingContent => formula(writeMath(element))
