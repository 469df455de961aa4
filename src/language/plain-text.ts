/** Letters of Burmese; Shan, Mon and Karen use other letters and have no dictionary. */
const burmese = String.raw`[\u1000-\u1021\u1023-\u1027\u1029-\u1032\u1036-\u104f]`

/** Runs of scripts that have no spaces between words and for which ICU has dictionaries (decision 0062). */
const undivided = new RegExp(
  String.raw`([\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]+|(?<!\p{sc=Myanmar})${burmese}+(?!\p{sc=Myanmar}))`,
  'u',
)

let segmenter: Intl.Segmenter | undefined

/** Splits a text into the words of such scripts and the text between them; returns other texts as one piece. */
export const divideWords = (text: string): string[] => {
  if (!undivided.test(text)) return [text]
  const pieces = text.split(undivided)
  const runs = pieces.filter((_, n) => n % 2 === 1)
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' })
  const words: string[][] = [[]]
  // all runs at once, since the first word of a text takes as long as a hundred others
  for (const { segment } of segmenter.segment(runs.join('\n')))
    if (segment === '\n') words.push([])
    else words.at(-1)?.push(segment)
  return pieces.flatMap((piece, n) => (n % 2 === 1 ? (words[(n - 1) / 2] ?? []) : piece))
}

const [alone, end] = [String.raw`(?<![\p{LC}\p{N}])\p{LC}`, String.raw`\p{LC}(?![\p{LC}\p{N}])`]

/** Sign in a name next to a single letter: `R&D`, `AT&T`, `I/O`, `R & D`. */
export const sign =
  String.raw`(?:(?<=${alone} ?)(?: ?[&＆] ?|[\/+])(?=${end})|` +
  String.raw`(?<=${alone})[&＆](?=\p{LC})|(?<=\p{LC})[&＆](?=${end}))`
const signs = new RegExp(sign, 'gu')

/** Wide forms of the signs, which occur nowhere else in a plain text. */
const wideSigns: Record<string, string> = { '&': '＆', '/': '／', '+': '＋' }

/**
 * Invisible characters within a word, such as a soft hyphen, and the line that lengthens an Arabic word. The zero-width
 * space, which separates words in scripts without spaces, and the non-joiner of Persian words are not included.
 */
const ignorable =
  /(?<!\p{Script_Extensions=Arabic})\u200c|[[\p{Default_Ignorable_Code_Point}\u0640]--[\u200b\u200c]]/gv

/**
 * Normalizes a text for splitting into words: NFKC, without invisible characters, words divided, signs of names wide.
 */
export const plainText = (text: string): string => {
  const visible = /^[\0-\x7f]*$/.test(text)
    ? text
    : divideWords(text.replace(ignorable, '')).join(' ').replaceAll('\u200b', '').normalize('NFKC')
  return visible.replaceAll(signs, (own) => wideSigns[own.trim()] ?? own)
}
