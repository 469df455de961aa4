import type { Bookmark } from '../bookmarks.ts'
import type { PdfLine } from './line.ts'

/** A number, or "Appendix", in front of a heading, without what is between words. */
export const numbering =
  /^(?:\p{L}{0,10}\p{N}\S*|[ivxlc]+|\p{L}|appendix|anhang|annexe?|apéndice|appendice|приложение)$/u

/** The letters and numbers of a text, in one case. */
export const normalize = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** A text up to where this many of its letters and numbers are over, with what stands between it and the next. */
const cutLetters = (text: string, letters: number): string => {
  let end = 0
  while (end < text.length && normalize(text.slice(0, end)).length < letters) end += 1
  return text.slice(0, end) + (/^[^\p{L}\p{N}]+/u.exec(text.slice(end))?.[0] ?? '')
}

/** The words of a heading: those of its bookmark, and its number before them, unless it says more than that. */
export const findWords = (lines: PdfLine[], { title }: Bookmark): { text: string; label: string } => {
  const text = lines.map((line) => line.text).join(' ')
  const before = normalize(text).slice(0, -normalize(title).length)
  if (lines.length === 0 || !before) return { text: title, label: '' }
  return numbering.test(before)
    ? { text: title, label: cutLetters(text, before.length).trim() }
    : { text, label: '' }
}
