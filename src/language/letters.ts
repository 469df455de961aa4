/** Letters that do not decompose into a letter and an accent, with the letters typed on a keyboard that lacks them. */
const plainLetters = new Map(
  `ø:o ł:l æ:ae œ:oe đ:d ð:d þ:th ı:i ħ:h ŋ:n ŧ:t ς:σ
  ى:ي ی:ي ک:ك ة:ه ہ:ه ൺ:ണ് ൻ:ന് ർ:ര് ൽ:ല് ൾ:ള്`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [letter: string, plain: string]),
)
const notPlain = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'g')

/** Scripts whose marks are accents, or vowels that most texts omit; marks of other scripts are letters. */
const scripts = ['Inherited', 'Hebrew', 'Arabic', 'Cyrillic', 'Syriac'].map(
  (name) => String.raw`\p{sc=${name}}`,
)

/** Marks without meaning, including dots below Indian letters, except those of й, ї and voiced kana. */
const accents = new RegExp(
  String.raw`(?<![ийіё])\u0306|(?<!і)\u0308|[\u093c\u0a3c]|` +
    String.raw`[[\p{M}&&[${scripts.join('')}]]--[\u0306\u0308\u3099\u309a]]`,
  'gv',
)

/** Returns the ASCII digit of a decimal digit; the digits of a script follow its zero. */
const toAsciiDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}

/**
 * Folds words for search: case, accents, digits of other scripts and letters such as ß, ø, ł and æ; й and voiced kana
 * stay distinct.
 */
export const foldLetters = (text: string): string => {
  const lower = text.toLowerCase()
  if (/^[\0-\x7f]*$/.test(lower)) return lower
  // by way of upper case, which maps ß to SS and unifies the two small sigmas
  const bare = lower.toUpperCase().toLowerCase().normalize('NFKD').replace(accents, '').normalize('NFC')
  return bare
    .replaceAll(notPlain, (letter) => plainLetters.get(letter) ?? letter)
    .replaceAll(/[^\P{Nd}0-9]/gu, toAsciiDigit)
}

/** Returns other spellings of a text: with ue for ü, and with u for ue. */
export const respell = (text: string): string[] => [
  text
    .normalize('NFC')
    .replaceAll(/[äöüø]/gi, (letter) => `${foldLetters(letter)}e`)
    .replaceAll(/å/gi, 'aa'),
  text.replaceAll(/([aou])e/gi, '$1'),
]
