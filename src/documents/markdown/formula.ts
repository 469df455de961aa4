import type { PhrasingContent } from 'mdast'
import { textNode } from './block.ts'
import { toOneLine } from './formula-parts.ts'
import { writeMathML } from './mathml.ts'
import { writeOmml } from './omml.ts'
import type { Element } from '../xml.ts'

/** What stands where a formula cannot be written. */
export const missingFormula: PhrasingContent = textNode('[formula]')

const toInline = (text: string): PhrasingContent => {
  const line = toOneLine(text)
  return line ? { type: 'inlineCode', value: line } : missingFormula
}

/** A formula of Word or PowerPoint (OMML) on one line: `(a + b)/2`, `x^2`, `∑_(i = 1)^n a_i`. */
export const readOmml = (element: Element): PhrasingContent => toInline(writeOmml(element))

/** A formula of OpenDocument (MathML) on one line, as {@link readOmml} writes it. */
export const readMathML = (element: Element): PhrasingContent => toInline(writeMathML(element))
