import type { PhrasingContent } from 'mdast'
import { textNode } from './block.ts'
import { toOneLine } from './formula-parts.ts'
import { writeMathML } from './mathml.ts'
import { writeOmml } from './omml.ts'
import type { Element } from '../xml.ts'

/** Placeholder for a formula without text. */
export const missingFormula: PhrasingContent = textNode('[formula]')

const toInline = (text: string): PhrasingContent => {
  const line = toOneLine(text)
  return line ? { type: 'inlineCode', value: line } : missingFormula
}

/** Writes a formula of Word or PowerPoint (OMML) on one line: `(a + b)/2`, `x^2`, `∑_(i = 1)^n a_i`. */
export const readOmml = (element: Element): PhrasingContent => toInline(writeOmml(element))

/** Writes a formula of OpenDocument (MathML) on one line, like {@link readOmml}. */
export const readMathML = (element: Element): PhrasingContent => toInline(writeMathML(element))
