const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** A slice of a text; `to` is exclusive. */
export interface Range {
  from: number
  to: number
}

/** Returns the code spans of a text: from a run of backticks to the next run of the same length. */
const codeSpans = (text: string): Range[] => {
  const runs = [...text.matchAll(/`+/gu)].map(({ 0: { length }, index }) => ({ from: index, length }))
  const ends: (number | undefined)[] = []
  const nextOfLength = new Map<number, number>()
  for (const [at, { length }] of [...runs.entries()].toReversed()) {
    ends[at] = nextOfLength.get(length)
    nextOfLength.set(length, at)
  }
  const spans: Range[] = []
  for (let at = 0; at < runs.length; at++) {
    const [run, end] = [runs[at], ends[at]]
    const last = end === undefined ? undefined : runs[end]
    if (!run || !last || end === undefined) continue
    spans.push({ from: run.from, to: last.from + last.length })
    at = end
  }
  return spans
}

/** Replaces the code spans of a text with `ofCode`, and the text between them with `between`. */
export const replaceAround = (
  text: string,
  ofCode: (span: string) => string,
  between = (part: string) => part,
): string => {
  let at = 0
  let result = ''
  for (const { from, to } of codeSpans(text)) {
    result += between(text.slice(at, from)) + ofCode(text.slice(from, to))
    at = to
  }
  return result + between(text.slice(at))
}

const isSpace = (character = ' ') => /\s/u.test(character)

/** Removes pairs of a mark that enclose words without spaces at the inner edges. */
const withoutPairs = (text: string, mark: string): string => {
  let result = ''
  let at = 0
  for (let open = text.indexOf(mark); open >= 0;) {
    const first = open + mark.length
    let close = isSpace(text[first]) ? -1 : text.indexOf(mark, first + 1)
    while (close >= 0 && isSpace(text[close - 1])) close = text.indexOf(mark, close + 1)
    if (close < 0 && !isSpace(text[first])) break
    if (close >= 0) {
      result += text.slice(at, open) + text.slice(first, close)
      at = close + mark.length
    }
    open = text.indexOf(mark, close < 0 ? first : at)
  }
  return result + text.slice(at)
}

/** Removes emphasis marks and tags, and decodes entities. */
const stripMarkup = (text: string) =>
  ['**', '__', '~~']
    .reduce(withoutPairs, text.replaceAll(/<\/?[a-z][^<>]*>|<!--[\s\S]*?(?:-->|$)/giu, ''))
    .replaceAll(/(?<![\p{L}\p{N}\\*])[*_](?=\S)([^*_]*\S)[*_](?![\p{L}\p{N}*])/gu, '$1')
    .replaceAll(/\\([!-/:-@[-`{-~])/gu, '$1')
    .replaceAll(/&([a-z]{1,8}|#39);/giu, (whole, name: string) => entities[name.toLowerCase()] ?? whole)

/** Converts inline Markdown to plain text; keeps code spans as they are. */
export const toPlainText = (markdown: string): string => {
  const spans: string[] = []
  // private-use characters stand for the spans meanwhile
  const held = replaceAround(
    markdown.replaceAll(/[\ue000\ue001]/gu, ''),
    (span) => `\ue000${spans.push(span) - 1}\ue001`,
  )
  const linked = held
    .replaceAll(/!\[[^\][]*\](?:\([^)[]*\)|\[[^\][]*\])/gu, '')
    .replaceAll(/\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\])/gu, '$1')
  return stripMarkup(linked)
    .replaceAll(/\ue000(\d+)\ue001/gu, (_, index: string) => spans[Number(index)] ?? '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

const picture = /\[?!\[[^\][]*\](?:\([^)[]*\)|\[[^\][]*\])?(?:\]\([^)[]*\))?/gu
const tag = /<\/?[a-z][a-z\d-]*(?:\s[^<>]*)?\/?>|<!--[\s\S]*?(?:-->|$)/giu

/** Removes an emphasis mark that only begins or only ends at an edge of a slice. */
const trimEmphasis = (text: string) => {
  const isOdd = (mark: string) => (text.split(mark).length - 1) % 2 === 1
  const mark = ['**', '__', '~~'].find((one) => (text.startsWith(one) || text.endsWith(one)) && isOdd(one))
  if (mark === undefined) return text
  return text.startsWith(mark) ? text.slice(mark.length) : text.slice(0, -mark.length)
}

/**
 * Starts of tags, citations and reference links, and ends of link texts whose target is no web page or email address.
 */
const loose = [
  /<(?=[a-z/!?])(?!(?:https?:|mailto:)[^\s<>]*>)/u,
  /\[(?=[^\][()]*\](?!\())/u,
  /\](?=\(\s*<?(?!https?:|mailto:)[a-z][a-z\d+.-]*:)/u,
]

const escapable = new RegExp([String.raw`\\[\s\S]`, ...loose.map(({ source }) => source)].join('|'), 'giu')

/** Replaces pictures and tags outside of code, and escapes marks that would cite or link only in the quotation. */
const quoteText = (text: string) =>
  text
    .replaceAll(picture, ' … ')
    .replaceAll(tag, ' … ')
    .replaceAll(escapable, (mark) => (mark.startsWith('\\') ? mark : `\\${mark}`))

/** Joins neighboring ellipses unless a line ends with them. */
const joinEllipses = (text: string) =>
  text.replaceAll(/[ …]+/gu, (run, at: number) =>
    run.includes(' …') && text[at + run.length] !== '\n' ? ' … ' : run,
  )

/** Removes ellipses at the edges, and everything from the first ellipsis after the last word. */
const trimEllipses = (text: string) => {
  const begun = text.replace(/^[\s…]*…\s*/u, '')
  const words = /^[\s\S]*[\p{L}\p{N}`]/u.exec(begun)?.[0] ?? ''
  const end = begun.indexOf('…', words.length)
  return end < 0 ? begun : begun.slice(0, end)
}

/**
 * Returns a slice of Markdown verbatim for a quotation: omitted pictures and tags become an ellipsis, and brackets that
 * would be a link only in the quotation are escaped.
 */
export const quoteMarkdown = (markdown: string): string => {
  const text = trimEmphasis(markdown.replaceAll(/\r\n?/gu, '\n'))
  return trimEllipses(joinEllipses(replaceAround(text, (span) => span, quoteText))).trimEnd()
}

/** Escapes plain text so that it renders as the same text in Markdown. */
export const escape = (text: string) =>
  text
    .replaceAll(/[\\`*[\]<]/gu, '\\$&')
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~(?=~)|&(?=#|\w+;)/gu, '\\$&')
