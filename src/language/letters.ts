/** Letters that no accent makes of others, as they are typed where a keyboard lacks them. */
const plainLetters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
  ŧ: 't',
  ς: 'σ',
}

/** Marks that make another letter: й and ї, and the voiced kana. All others are taken away. */
const accents = /(?<![ийіё])\u0306|(?<!і)\u0308|[^\P{M}\u0306\u0308\u3099\u309a]/gu

/**
 * Words as they are compared by a search: case, accents and letters such as ß, ø, ł and æ folded away, й and
 * voiced kana kept.
 */
export const foldLetters = (text: string): string => {
  const lower = text.toLowerCase()
  if (/^[\0-\x7f]*$/.test(lower)) return lower
  // by way of upper case, in which ß is SS and both small sigmas are one
  const bare = lower.toUpperCase().toLowerCase().normalize('NFKD').replace(accents, '').normalize('NFC')
  return bare.replaceAll(/[øłæœđðþıħŋŧς]/g, (letter) => plainLetters[letter] ?? letter)
}

/** A text as it may be spelled otherwise: with ue for ü, and with u for ue. */
export const respell = (text: string): string[] => [
  text
    .normalize('NFC')
    .replaceAll(/[äöüø]/gi, (letter) => `${foldLetters(letter)}e`)
    .replaceAll(/å/gi, 'aa'),
  text.replaceAll(/([aou])e/gi, '$1'),
]
