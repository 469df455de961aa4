import { accent, fraction, matrix, root, scripts } from './formula-parts.ts'
import { childElements, findByPath, textContent, type Element } from '../xml.ts'

type Writer = (element: Element) => string

/** Returns the `m:val` of a property, the attribute of nearly all OMML properties. */
const propertyOf = (element: Element, properties: string, name: string): string | undefined =>
  findByPath(element, properties, name)?.attributes['m:val']

const writeChildren: Writer = (element) => childElements(element).map(writeOmml).join('')

const writePart = (element: Element, name: string): string => {
  const [part] = childElements(element, name)
  return part ? writeChildren(part) : ''
}

const writeScripts: Writer = (element) =>
  scripts(writePart(element, 'e'), { sub: writePart(element, 'sub'), sup: writePart(element, 'sup') })

const writeBrackets: Writer = (element) => {
  const [open, close] = [
    propertyOf(element, 'dPr', 'begChr') ?? '(',
    propertyOf(element, 'dPr', 'endChr') ?? ')',
  ]
  const separator = propertyOf(element, 'dPr', 'sepChr') ?? '|'
  return `${open}${childElements(element, 'e').map(writeChildren).join(` ${separator} `)}${close}`
}

/** Writes a sum, product or integral; an operator without a sign is an integral. */
const writeOperator: Writer = (element) => {
  const sign = propertyOf(element, 'naryPr', 'chr') ?? '∫'
  const limits = { sub: writePart(element, 'sub'), sup: writePart(element, 'sup') }
  return `${scripts(sign, limits)} ${writePart(element, 'e')}`
}

const writeMatrix: Writer = (element) =>
  matrix(childElements(element, 'mr').map((row) => childElements(row, 'e').map(writeChildren)))

const writeEquations: Writer = (element) => childElements(element, 'e').map(writeChildren).join('; ')

const nothing: Writer = () => ''

const writers = new Map<string, Writer>(
  Object.entries({
    t: textContent,
    f: (element) => fraction(writePart(element, 'num'), writePart(element, 'den')),
    sSup: writeScripts,
    sSub: writeScripts,
    sSubSup: writeScripts,
    sPre: (element) =>
      scripts('', { sub: writePart(element, 'sub'), sup: writePart(element, 'sup') }) +
      writePart(element, 'e'),
    rad: (element) => root(writePart(element, 'e'), writePart(element, 'deg')),
    d: writeBrackets,
    nary: writeOperator,
    func: (element) => `${writePart(element, 'fName')} ${writePart(element, 'e')}`,
    limLow: (element) => scripts(writePart(element, 'e'), { sub: writePart(element, 'lim') }),
    limUpp: (element) => scripts(writePart(element, 'e'), { sup: writePart(element, 'lim') }),
    acc: (element) => accent(writePart(element, 'e'), propertyOf(element, 'accPr', 'chr') ?? '\u0302'),
    bar: (element) => accent(writePart(element, 'e'), '\u0304'),
    m: writeMatrix,
    eqArr: writeEquations,
    rPr: nothing,
    ctrlPr: nothing,
  } satisfies Record<string, Writer>),
)

/** Writes a formula of Word or PowerPoint as text. */
export const writeOmml: Writer = (element) => (writers.get(element.name) ?? writeChildren)(element)
