import { accent, fraction, matrix, root, scripts } from './formula-parts.ts'
import { childElements, textContent, type Element } from '../xml.ts'

type Writer = (element: Element) => string

const writeChildren: Writer = (element) => childElements(element).map(writeMathML).join('')

/** The parts of an element that has a part for each place, as text. */
const listParts = (element: Element): string[] => childElements(element).map(writeMathML)

const writeToken: Writer = (element) => textContent(element).trim()

/** Words within a formula stand apart from its signs. */
const writeWords: Writer = (element) => ` ${textContent(element).trim()} `

const writeBrackets: Writer = (element) => {
  const { open = '(', close = ')', separators = ',' } = element.attributes
  return `${open}${listParts(element).join(`${separators.trim().charAt(0)} `)}${close}`
}

/** A base with what stands below it, and what stands above it if there is a third part. */
const writeBothScripts: Writer = (element) => {
  const [base = '', sub = '', sup = ''] = listParts(element)
  return scripts(base, { sub, sup })
}

/** What stands above its base: a limit, or an accent that is one sign. */
const writeOver: Writer = (element) => {
  const [base = '', above = ''] = listParts(element)
  const isAccent = combining.has(above) || /^\p{M}$/u.test(above)
  return isAccent ? accent(base, combining.get(above) ?? above) : scripts(base, { sup: above })
}

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

const writers = new Map<string, Writer>(
  Object.entries({
    mi: writeToken,
    mn: writeToken,
    mo: writeToken,
    mtext: writeWords,
    ms: writeWords,
    mspace: () => ' ',
    // the formula itself comes first, before other forms of it
    semantics: (element) => listParts(element)[0] ?? '',
    annotation: () => '',
    mfrac: (element) => {
      const [above = '', below = ''] = listParts(element)
      return fraction(above, below)
    },
    msqrt: (element) => root(writeChildren(element)),
    mroot: (element) => {
      const [radicand = '', degree = ''] = listParts(element)
      return root(radicand, degree)
    },
    msup: (element) => {
      const [base = '', sup = ''] = listParts(element)
      return scripts(base, { sup })
    },
    msub: writeBothScripts,
    msubsup: writeBothScripts,
    munder: writeBothScripts,
    mover: writeOver,
    munderover: writeBothScripts,
    mfenced: writeBrackets,
    mtable: (element) =>
      matrix(childElements(element, 'mtr').map((row) => childElements(row).map(writeChildren))),
  } satisfies Record<string, Writer>),
)

/** A formula of OpenDocument as text. */
export const writeMathML: Writer = (element) => (writers.get(element.name) ?? writeChildren)(element)
