/** What needs no parentheses where it stands as one: a word, a number or one sign, or what has brackets around it. */
const isOne = (text: string): boolean =>
  /^(?:[\p{L}\p{N}.,'′]+|.|\p{L}\p{M}+)$/u.test(text) || /^(?:\([^()]*\)|\[[^[\]]*\]|√\([^()]*\))$/.test(text)

/** A part of a formula as one, in parentheses where it needs them. */
const group = (text: string): string => {
  const line = text.trim()
  return isOne(line) ? line : `(${line})`
}

export const fraction = (above: string, below: string) => `${group(above)}/${group(below)}`

/** A base with what stands below and above it at its right, or below and above itself; empty ones are left out. */
export const scripts = (base: string, { sub = '', sup = '' }: { sub?: string; sup?: string }) => {
  const [below, above] = [sub.trim() && `_${group(sub)}`, sup.trim() && `^${group(sup)}`]
  return `${base.trim() && group(base)}${below}${above}`
}

export const root = (radicand: string, degree = '') =>
  degree.trim() ? `√[${degree.trim()}](${radicand.trim()})` : `√(${radicand.trim()})`

/** A base with a sign above or below it, as a letter with its accent. */
export const accent = (base: string, sign: string) => `${group(base)}${sign}`

/** Rows of cells: `[a, b; c, d]`. */
export const matrix = (rows: string[][]) =>
  `[${rows.map((cells) => cells.map((cell) => cell.trim()).join(', ')).join('; ')}]`

const relation = / ?([=≠<>≤≥≈≡→⇒⇔∈±+×·]) ?/gu

/** A formula on one line, with spaces around signs that stand between things. */
export const toOneLine = (text: string): string =>
  text
    .replace(/[\s\u200B\u2061-\u2064]+/gu, ' ')
    .replace(relation, ' $1 ')
    .replace(/ {2,}/g, ' ')
    .replace(/([([_^]) (?=[+±])/gu, '$1')
    .trim()
