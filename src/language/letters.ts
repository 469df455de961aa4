/** Letters that no accent makes of others, each with what is typed for it where a keyboard lacks it. */
const plainLetters = new Map(
  `ø:o ł:l æ:ae œ:oe đ:d ð:d þ:th ı:i ħ:h ŋ:n ŧ:t ς:σ
  ى:ي ی:ي ک:ك ة:ه ہ:ه ൺ:ണ് ൻ:ന് ർ:ര് ൽ:ല് ൾ:ള്`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [letter: string, plain: string]),
)
const notPlain = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'g')

/** Scripts whose marks are accents, or vowels that most texts leave out; marks of other scripts are letters. */
const scripts = ['Inherited', 'Hebrew', 'Arabic', 'Cyrillic', 'Syriac'].map(
  (name) => String.raw`\p{sc=${name}}`,
)

/** Marks that say nothing, points below letters of India too, but for those of й, ї and voiced kana. */
const accents = new RegExp(
  String.raw`(?<![ийіё])\u0306|(?<!і)\u0308|[\u093c\u0a3c]|` +
    String.raw`[[\p{M}&&[${scripts.join('')}]]--[\u0306\u0308\u3099\u309a]]`,
  'gv',
)

/** The ASCII digit of a decimal digit: those of a script follow its zero. */
const toAsciiDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}

/**
 * Words as they are compared by a search: case, accents, digits of other scripts and letters such as ß, ø, ł and æ
 * folded away, й and voiced kana kept.
 */
export const foldLetters = (text: string): string => {
  const lower = text.toLowerCase()
  if (/^[\0-\x7f]*$/.test(lower)) return lower
  // by way of upper case, in which ß is SS and both small sigmas are one
  const bare = lower.toUpperCase().toLowerCase().normalize('NFKD').replace(accents, '').normalize('NFC')
  return bare
    .replaceAll(notPlain, (letter) => plainLetters.get(letter) ?? letter)
    .replaceAll(/[^\P{Nd}0-9]/gu, toAsciiDigit)
}

/** A text as it may be spelled otherwise: with ue for ü, and with u for ue. */
export const respell = (text: string): string[] => [
  text
    .normalize('NFC')
    .replaceAll(/[äöüø]/gi, (letter) => `${foldLetters(letter)}e`)
    .replaceAll(/å/gi, 'aa'),
  text.replaceAll(/([aou])e/gi, '$1'),
]
