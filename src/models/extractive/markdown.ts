const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

export const codeSpan = /(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/gu

/** Without marks of emphasis, tags and entities. */
const stripMarkup = (text: string) =>
  text
    .replaceAll(/<\/?[a-z][^>]*>|<!--[\s\S]*?(?:-->|$)/giu, '')
    .replaceAll(/(\*\*|__|~~)(?=\S)([\s\S]*?\S)\1/gu, '$2')
    .replaceAll(/(?<![\p{L}\p{N}\\*])[*_](?=\S)([^*_]*\S)[*_](?![\p{L}\p{N}*])/gu, '$1')
    .replaceAll(/\\([!-/:-@[-`{-~])/gu, '$1')
    .replaceAll(/&([a-z]+|#39);/giu, (whole, name: string) => entities[name.toLowerCase()] ?? whole)

/** Inline Markdown as plain text; spans of code stay as they are. */
export const toPlainText = (markdown: string): string => {
  const spans: string[] = []
  // characters for private use stand for the spans meanwhile
  const held = markdown
    .replaceAll(/[\ue000\ue001]/gu, '')
    .replaceAll(codeSpan, (span) => `\ue000${spans.push(span) - 1}\ue001`)
  const linked = held
    .replaceAll(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/gu, '')
    .replaceAll(/\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\])/gu, '$1')
  return stripMarkup(linked)
    .replaceAll(/\ue000(\d+)\ue001/gu, (_, index: string) => spans[Number(index)] ?? '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

const picture = /\[?!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?(?:\]\([^)]*\))?/gu
const tag = /<\/?[a-z][a-z\d-]*(?:\s[^<>]*)?\/?>|<!--[\s\S]*?(?:-->|$)/giu

/** Marks of emphasis that only begin, or only end, at the edges of a slice. */
const trimEmphasis = (text: string) => {
  const isOdd = (mark: string) => (text.split(mark).length - 1) % 2 === 1
  const mark = ['**', '__', '~~'].find((one) => (text.startsWith(one) || text.endsWith(one)) && isOdd(one))
  if (mark === undefined) return text
  return text.startsWith(mark) ? text.slice(mark.length) : text.slice(0, -mark.length)
}

/** Opens a tag, a citation or a link by reference, or ends the text of a link that leads to no page or address. */
const loose = [
  /<(?=[a-z/!?])(?!(?:https?:|mailto:)[^\s<>]*>)/u,
  /\[(?=\s*\^?[^\][()]*\](?!\())/u,
  /\](?=\(\s*<?(?!https?:|mailto:)[a-z][a-z\d+.-]*:)/u,
]

const escapable = new RegExp([String.raw`\\[\s\S]`, ...loose.map(({ source }) => source)].join('|'), 'giu')

/** Outside of code: no pictures and tags, and nothing that would cite or link here alone. */
const quoteText = (text: string) =>
  text
    .replaceAll(picture, ' … ')
    .replaceAll(tag, ' … ')
    .replaceAll(escapable, (mark) => (mark.startsWith('\\') ? mark : `\\${mark}`))

/**
 * A slice of somebody's Markdown, letter for letter, as it can stand in a quotation: what is left out (pictures, tags)
 * is an ellipsis, and brackets that would be a link in the quotation alone are escaped.
 */
export const quoteMarkdown = (markdown: string): string => {
  let at = 0
  let result = ''
  const text = trimEmphasis(markdown.replaceAll(/\r\n?/gu, '\n'))
  for (const span of text.matchAll(codeSpan)) {
    result += quoteText(text.slice(at, span.index)) + span[0]
    at = span.index + span[0].length
  }
  result += quoteText(text.slice(at))
  return result
    .replaceAll(/ *(?: … *)+(?! *\n)/gu, ' … ')
    .replaceAll(/^(?:\s*…)+\s*|\s*…[^\p{L}\p{N}`]*$/gu, '')
    .trimEnd()
}

/** Plain text as Markdown that says the same and nothing else. */
export const escape = (text: string) =>
  text
    .replaceAll(/[\\`*[\]<]/gu, '\\$&')
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~(?=~)|&(?=#|\w+;)/gu, '\\$&')
