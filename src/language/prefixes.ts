/** Articles that Arabic and Hebrew join to the next word, with their own prefixes, folded. */
const article = /^(?:[وف]?(?:[بك]?ال|لل)(?=\p{Script=Arabic}{2})|ו?(?:כש|[שמ])?ה(?=\p{Script=Hebrew}{2}))/u

/** One-letter conjunctions and prepositions; in short words they are part of the root. */
const preposition =
  /^(?:[وفبكل](?=\p{Script=Arabic}{3})|[ושבלכמ](?=\p{Script=Hebrew}{3})|[የበለከ](?=\p{Script=Ethiopic}{2}))/u

/** Removes the article of a folded word. */
export const withoutArticle = (word: string): string => word.replace(article, '')

/** Removes the article of a folded word, or else a first letter that may be a word of its own. */
export const withoutPrefix = (word: string): string => {
  const bare = withoutArticle(word)
  return bare === word ? word.replace(preposition, '') : bare
}

/** Returns false for languages (BCP 47) in Arabic or Hebrew script whose words have no prefixes. */
export const hasPrefixes = (language: string): boolean => !['fa', 'ur', 'yi'].includes(language)
