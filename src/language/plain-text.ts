/** Letters of Burmese alone: words of Shan, Mon and Karen have others, and no dictionary. */
const burmese = String.raw`[\u1000-\u1021\u1023-\u1027\u1029-\u1032\u1036-\u104f]`

/** Runs of scripts whose words no space divides, and that the dictionaries of ICU know (decision 0062). */
const undivided = new RegExp(
  String.raw`([\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]+|(?<!\p{sc=Myanmar})${burmese}+(?!\p{sc=Myanmar}))`,
  'u',
)

let segmenter: Intl.Segmenter | undefined

/** The pieces of a text: each word of such a script, and what stands between them; one for all other texts. */
export const divideWords = (text: string): string[] => {
  if (!undivided.test(text)) return [text]
  const pieces = text.split(undivided)
  const runs = pieces.filter((_, n) => n % 2 === 1)
  segmenter ??= new Intl.Segmenter('th', { granularity: 'word' })
  const words: string[][] = [[]]
  // all at once: the first word of a text takes as long as a hundred others
  for (const { segment } of segmenter.segment(runs.join('\n')))
    if (segment === '\n') words.push([])
    else words.at(-1)?.push(segment)
  return pieces.flatMap((piece, n) => (n % 2 === 1 ? (words[(n - 1) / 2] ?? []) : piece))
}

const [alone, end] = [String.raw`(?<![\p{LC}\p{N}])\p{LC}`, String.raw`\p{LC}(?![\p{LC}\p{N}])`]

/** The sign in a name in which it stands beside a single letter: `R&D`, `AT&T`, `I/O`, `R & D`. */
export const sign =
  String.raw`(?:(?<=${alone} ?)(?: ?[&＆] ?|[\/+])(?=${end})|` +
  String.raw`(?<=${alone})[&＆](?=\p{LC})|(?<=\p{LC})[&＆](?=${end}))`
const signs = new RegExp(sign, 'gu')

/** Signs of names as they stand in a plain text, in which nothing else is wide. */
const wideSigns: Record<string, string> = { '&': '＆', '/': '／', '+': '＋' }

/**
 * Characters that show nothing within a word, such as a soft hyphen, and the line that makes an Arabic word longer. Not
 * the space without width, which divides words of scripts without spaces, nor what keeps parts of a Persian word apart.
 */
const ignorable =
  /(?<!\p{Script_Extensions=Arabic})\u200c|[[\p{Default_Ignorable_Code_Point}\u0640]--[\u200b\u200c]]/gv

/** A text as it is split into words: in NFKC, without what shows nothing, words divided, signs of names wide. */
export const plainText = (text: string): string => {
  const visible = /^[\0-\x7f]*$/.test(text)
    ? text
    : divideWords(text.replace(ignorable, '')).join(' ').replaceAll('\u200b', '').normalize('NFKC')
  return visible.replaceAll(signs, (own) => wideSigns[own.trim()] ?? own)
}
