/** Articles that Arabic and Hebrew write without a space before a word, with what may stand before them, folded. */
const article = /^(?:[وف]?(?:[بك]?ال|لل)(?=\p{Script=Arabic}{2})|ו?(?:כש|[שמ])?ה(?=\p{Script=Hebrew}{2}))/u

/** Conjunctions and prepositions of one letter: of short words they are part of the root. */
const preposition =
  /^(?:[وفبكل](?=\p{Script=Arabic}{3})|[ושבלכמ](?=\p{Script=Hebrew}{3})|[የበለከ](?=\p{Script=Ethiopic}{2}))/u

/** A folded word without its article. */
export const withoutArticle = (word: string): string => word.replace(article, '')

/** A folded word without its article, else without the first letter that may be a word of its own. */
export const withoutPrefix = (word: string): string => {
  const bare = withoutArticle(word)
  return bare === word ? word.replace(preposition, '') : bare
}

/** Returns true unless a language of such a script writes no prefixes (BCP 47). */
export const hasPrefixes = (language: string): boolean => !['fa', 'ur', 'yi'].includes(language)
