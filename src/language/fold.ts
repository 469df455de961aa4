/**
 * Case and accents folded away (Unicode NFKD without marks, lower case), for sorting, comparing and
 * searching. By way of upper case, in which ß is SS and both small sigmas are one.
 */
export const fold = (text: string): string => {
  const bare = text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC')
  return bare.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')
}

/** A name as a sort key: folded, and short enough for DynamoDB's 1 024 bytes of a sort key with an id behind it. */
export const sortable = (name: string): string => Array.from(fold(name).trim()).slice(0, 200).join('')

/** A number of which the order of strings is the order of numbers: the bits of the double, negative ones inverted. */
export const sortableNumber = (value: number): string => {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  const bits = view.getBigUint64(0)
  const sign = 1n << 63n
  return (bits & sign ? BigInt.asUintN(64, ~bits) : bits | sign).toString(16).padStart(16, '0')
}

// by their extensions: the sign that makes a vowel long belongs to both syllabaries, and to neither alone
const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]+/gu

/** Words are cut here, so that one row's key stays small; a search for a longer word is cut alike. */
const longestWord = 40

/**
 * The words of a text in their order, folded, of two or more characters. Scripts that are written without spaces
 * (Chinese, Japanese, Korean) give overlapping pairs of characters.
 */
export const wordsOf = (text: string): string[] =>
  (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((run) => {
    const pairs = (run.match(unspaced) ?? []).flatMap((part) => {
      const characters = Array.from(part)
      return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
    })
    const rest = run.replace(unspaced, ' ').split(' ')
    return [...rest, ...pairs]
      .map((word) => Array.from(word).slice(0, longestWord).join(''))
      .filter((word) => Array.from(word).length > 1)
  })
