import { accent, fraction, root, scripts } from './formula-parts.ts'
import { childElements, textContent, type Element } from '../xml.ts'

/** Writes an element whose parts, each in its place, are written already. */
type Writer = (parts: string[], element: Element) => string

const writeToken: Writer = (_, element) => textContent(element).trim()

/** Words within a formula stand apart from its signs. */
const writeWords: Writer = (_, element) => ` ${textContent(element).trim()} `

const writeBrackets: Writer = (parts, { attributes }) => {
  const { open = '(', close = ')', separators = ',' } = attributes
  return `${open}${parts.join(`${separators.trim().charAt(0)} `)}${close}`
}

/** A base with what stands below it, and what stands above it if there is a third part. */
const writeScripts: Writer = ([base = '', sub = '', sup = '']) => scripts(base, { sub, sup })

/** Signs that combine with the letter before them. */
const combining = new Map([
  ['^', '\u0302'],
  ['~', '\u0303'],
  ['¯', '\u0304'],
  ['ˉ', '\u0304'],
  ['˙', '\u0307'],
  ['¨', '\u0308'],
  ['→', '\u20D7'],
])

/** What stands above its base: a limit, or an accent that is one sign. */
const writeOver: Writer = ([base = '', above = '']) => {
  const isAccent = combining.has(above) || /^\p{M}$/u.test(above)
  return isAccent ? accent(base, combining.get(above) ?? above) : scripts(base, { sup: above })
}

const writers = new Map<string, Writer>(
  Object.entries({
    mi: writeToken,
    mn: writeToken,
    mo: writeToken,
    mtext: writeWords,
    ms: writeWords,
    mspace: () => ' ',
    // the formula itself comes first, before other forms of it
    semantics: ([formula = '']) => formula,
    annotation: () => '',
    mfrac: ([above = '', below = '']) => fraction(above, below),
    msqrt: (parts) => root(parts.join('')),
    mroot: ([radicand = '', degree = '']) => root(radicand, degree),
    msup: ([base = '', sup = '']) => scripts(base, { sup }),
    msub: writeScripts,
    msubsup: writeScripts,
    munder: writeScripts,
    mover: writeOver,
    munderover: writeScripts,
    mfenced: writeBrackets,
    mtr: (cells) => cells.map((cell) => cell.trim()).join(', '),
    mtable: (rows) => `[${rows.join('; ')}]`,
  } satisfies Record<string, Writer>),
)

/** A formula of OpenDocument as text. */
export const writeMathML = (element: Element): string => {
  const parts = childElements(element).map(writeMathML)
  return writers.get(element.name)?.(parts, element) ?? parts.join('')
}
