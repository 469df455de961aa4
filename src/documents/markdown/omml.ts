import type { PhrasingContent } from 'mdast'
import { accent, formula, fraction, root, scripts } from './formula.ts'
import { byName, childElements, findByPath, textContent, type Element } from '../xml.ts'

type Writer = (element: Element) => string

/** Returns the `m:val` of a property, the attribute of nearly all OMML properties. */
const ommlProperty = (element: Element, properties: string, name: string): string | undefined =>
  findByPath(element, properties, name)?.attributes['m:val']

const writeChildren = (element: Element | undefined): string => childElements(element).map(writeOmml).join('')

const writePart = (element: Element, name: string): string => writeChildren(findByPath(element, name))

/** Writes all parts of a name, such as the cells of a row or the lines of an array of equations. */
const writeParts = (element: Element, separator: string): string =>
  childElements(element, 'e').map(writeChildren).join(separator)

/** Writes a base with the subscript and superscript of an element. */
const writeOmmlScripts = (element: Element, base: string): string =>
  scripts(base, { sub: writePart(element, 'sub'), sup: writePart(element, 'sup') })

const writeScripted: Writer = (element) => writeOmmlScripts(element, writePart(element, 'e'))

const writeOmmlBrackets: Writer = (element) => {
  const signs = ['begChr', 'sepChr', 'endChr'].map((name) => ommlProperty(element, 'dPr', name))
  const [open = '(', separator = '|', close = ')'] = signs
  return `${open}${writeParts(element, ` ${separator} `)}${close}`
}

const writeRow: Writer = (row) =>
  childElements(row, 'e')
    .map((cell) => writeChildren(cell).trim())
    .join(', ')

const writeNothing: Writer = () => ''

const writers = byName<Writer>({
  t: textContent,
  f: (element) => fraction(writePart(element, 'num'), writePart(element, 'den')),
  sSup: writeScripted,
  sSub: writeScripted,
  sSubSup: writeScripted,
  sPre: (element) => writeOmmlScripts(element, '') + writePart(element, 'e'),
  rad: (element) => root(writePart(element, 'e'), writePart(element, 'deg')),
  d: writeOmmlBrackets,
  // an operator without a sign is an integral
  nary: (element) =>
    `${writeOmmlScripts(element, ommlProperty(element, 'naryPr', 'chr') ?? '∫')} ${writePart(element, 'e')}`,
  func: (element) => `${writePart(element, 'fName')} ${writePart(element, 'e')}`,
  limLow: (element) => scripts(writePart(element, 'e'), { sub: writePart(element, 'lim') }),
  limUpp: (element) => scripts(writePart(element, 'e'), { sup: writePart(element, 'lim') }),
  acc: (element) => accent(writePart(element, 'e'), ommlProperty(element, 'accPr', 'chr') ?? '\u0302'),
  bar: (element) => accent(writePart(element, 'e'), '\u0304'),
  m: (element) => `[${childElements(element, 'mr').map(writeRow).join('; ')}]`,
  eqArr: (element) => writeParts(element, '; '),
  rPr: writeNothing,
  ctrlPr: writeNothing,
})

const writeOmml: Writer = (element) => (writers.get(element.name) ?? writeChildren)(element)

/** Writes a formula of Word or PowerPoint (OMML) on one line. */
export const readOmml = (element: Element): PhrasingContent => formula(writeOmml(element))
