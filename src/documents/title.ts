const longest = 255

/** One line for a title; undefined when nothing is left. */
export const asTitle = (text: string): string | undefined => {
  const line = text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  const title = line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line
  // cut within a character of two code units it could not be stored
  return title.toWellFormed() || undefined
}

/** The first sentence of a text, shortened at a word to about 60 characters (30 where words are not set apart). */
export const firstWords = (text: string, most = 60): string | undefined => {
  const line = asTitle(text.slice(0, 2_000).replace(/^[\s\d.)•–-]+(?=\p{L})/u, ''))
  const sentence = line?.split(/(?<=[.!?])\s|(?<=[。！？])/u)[0]?.replace(/[.。:：]$/u, '')
  if (!sentence) return undefined
  const limit = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sentence) ? most / 2 : most
  if (sentence.length <= limit) return sentence
  const cut = sentence.slice(0, limit)
  const space = cut.lastIndexOf(' ')
  return `${(space > limit / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:、，(-]+$/u, '')}…`
}

/** What a file is called, without its ending. */
export const nameTitle = (name: string): string =>
  asTitle((name.split(/[\\/]/).pop() ?? '').replace(/\.[\p{L}\p{N}]{1,8}$/u, '').replace(/_+/g, ' ')) ?? '…'
