/** Where characters for private use stand for punctuation that was escaped. */
const heldFrom = 0xe000

/**
 * The words of a text, in one line: what Markdown and tags put around them is taken away, in time by its length. Of a
 * link its label stays, of a picture what it is called.
 */
export const withoutMarkdown = (markdown: string): string =>
  markdown
    .replaceAll(/[\ue000-\ue07f]/g, '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, (_, sign: string) =>
      String.fromCharCode(heldFrom + sign.charCodeAt(0)),
    )
    .replaceAll(/^ {0,3}(?:`{3,}|~{3,})[^\n`]{0,100}$/gm, ' ')
    .replaceAll(/^[ \t]{0,9}(?:#{1,6}[ \t]|>[ \t]?|[-*+][ \t](?:\[[ x]\][ \t])?|[=-]{3,}$)/gm, ' ')
    .replaceAll(/^[ \t|:-]{3,}$/gm, ' ')
    .replaceAll(/!?\[([^[\]\n]{0,500})\](?:\([^()\n]{0,1000}\)|\[[^[\]\n]{0,100}\])/g, '$1')
    .replaceAll(/<((?:https?:|mailto:)[^\s<>]{1,1000}|[^\s<>@]{1,100}@[^\s<>@]{1,255})>/g, '$1')
    .replaceAll(/<\/?[a-z][^<>]{0,1000}>|<!--.{0,1000}?-->/gis, ' ')
    .replaceAll(/\*{1,3}(?=\S)|(?<=\S)\*{1,3}|~~|`+|(?<![\p{L}\p{N}])_{1,3}|_{1,3}(?![\p{L}\p{N}])/gu, '')
    .replaceAll(/\||\s+/gu, ' ')
    .replaceAll(/[\ue000-\ue07f]/g, (held) => String.fromCharCode(held.charCodeAt(0) - heldFrom))
    .replaceAll(/ {2,}/g, ' ')
    .trim()
