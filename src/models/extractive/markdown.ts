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

/** Plain text as Markdown that says the same and nothing else. */
export const escape = (text: string) =>
  text
    .replaceAll(/[\\`*[\]<]/gu, '\\$&')
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~(?=~)|&(?=#|\w+;)/gu, '\\$&')
