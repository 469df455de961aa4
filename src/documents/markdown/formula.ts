import type { PhrasingContent } from 'mdast'
import { textNode } from './block.ts'

/** Returns true if a term needs no parentheses: a word, a number, a single sign, or a term in brackets. */
const isSingleTerm = (text: string): boolean =>
  /^(?:[\p{L}\p{N}.,'′]+|.|\p{L}\p{M}+)$/u.test(text) || /^(?:\([^()]*\)|\[[^[\]]*\]|√\([^()]*\))$/.test(text)

/** Returns a part of a formula as one term, in parentheses if it needs them. */
const group = (text: string): string => {
  const line = text.trim()
  return isSingleTerm(line) ? line : `(${line})`
}

export const fraction = (above: string, below: string) => `${group(above)}/${group(below)}`

/** Returns a base with its subscript and superscript, or with the terms below and above it; leaves empty ones out. */
export const scripts = (base: string, { sub = '', sup = '' }: { sub?: string; sup?: string }) => {
  const [below, above] = [sub.trim() && `_${group(sub)}`, sup.trim() && `^${group(sup)}`]
  return `${base.trim() && group(base)}${below}${above}`
}

export const root = (radicand: string, degree = '') =>
  degree.trim() ? `√[${degree.trim()}](${radicand.trim()})` : `√(${radicand.trim()})`

/** Returns a base with a combining sign above or below it, such as an accent. */
export const accent = (base: string, sign: string) => `${group(base)}${sign}`

const relation = / ?([=≠<>≤≥≈≡→⇒⇔∈±+×·]) ?/gu

/** Returns a formula on one line, with spaces around binary operators and relations. */
const toOneLine = (text: string): string =>
  text
    .replace(/[\s\u200B\u2061-\u2064]+/gu, ' ')
    .replace(relation, ' $1 ')
    .replace(/ {2,}/g, ' ')
    .replace(/([([_^]) (?=[+±])/gu, '$1')
    .trim()

/** Placeholder for a formula without text. */
export const missingFormula: PhrasingContent = textNode('[formula]')

/** Returns the node of a formula: `(a + b)/2`, `x^2`, `∑_(i = 1)^n a_i`. */
export const formula = (text: string): PhrasingContent => {
  const line = toOneLine(text)
  return line ? { type: 'inlineCode', value: line } : missingFormula
}
