import { foldLetters } from './letters.ts'
import { plainText } from './plain-text.ts'

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

/** Maximum length of a word, which keeps the keys of rows short; search truncates words in the same way. */
const maxWordCharacters = 40

/** Runs of letters and digits, including the characters that join them to a name, and the signs of C++ and C#. */
const letters = String.raw`[\p{L}\p{M}\p{N}]+`
const runs = new RegExp(
  String.raw`(?<=\s|^)\.net(?![\p{L}\p{N}])|` +
    String.raw`${letters}(?:[-‐‑_.@\u200c＆／＋]${letters})*(?:\+\+|#(?![\p{L}\p{N}]))?`,
  'giu',
)
const joiners = /[-‐‑_.@\u200c]/u
const signedNames = /\p{LC}+(?:[＆／＋]\p{LC}+)+/gu

// by script extensions: the Japanese prolonged sound mark belongs to both syllabaries
const withoutSpaces = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]+/gu
const hasNoSpaces = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u

/**
 * A name in a text: `MIGR-3` has the parts `migr` and `3` and the whole `migr3`; most names have one part and no whole.
 */
export interface WordToken {
  /** Text of the name in NFKC. */
  text: string
  parts: string[]
  /** Joined parts; absent if there is one part, or if the joined parts have no meaning. */
  whole?: string
  /** Further words that find the text: parts without their prefixes, and the letters of `R&D`. */
  further?: string[]
}

/** Maximum number of parts that are also joined to one word, as in `end-to-end`. */
const maxJoinedParts = 3

const cut = (word: string) =>
  word.length > maxWordCharacters ? Array.from(word).slice(0, maxWordCharacters).join('') : word

const bigrams = (run: string): string[] => {
  const characters = Array.from(run)
  return characters.length === 1
    ? characters
    : characters.slice(1).map((character, n) => `${characters[n]}${character}`)
}

/** Splits scripts without spaces into overlapping pairs of characters. */
const splitScripts = (part: string): string[] => {
  if (!hasNoSpaces.test(part)) return [cut(foldLetters(part))]
  const folded = foldLetters(part)
  const rest = folded.replace(withoutSpaces, ' ').split(' ').filter(Boolean).map(cut)
  return [...rest, ...(folded.match(withoutSpaces) ?? []).flatMap(bigrams)]
}

/** Returns the token of a name with a sign: one word, and further the letters next to the sign. */
const signedToken = (run: string, names: string[]): WordToken => ({
  text: run,
  parts: [...names.map(foldLetters), ...run.replaceAll(signedNames, '-').split(joiners).flatMap(splitScripts)]
    .map(cut)
    .filter(Boolean),
  further: names.flatMap((name) => foldLetters(name).split(/[&/+]/)),
})

const wordToken = (run: string): WordToken => {
  if (/^\.net$/i.test(run)) return { text: run, parts: ['dotnet'] }
  const names = run.match(signedNames)
  if (names) return signedToken(run, names)
  const [, name = run, mark] = /^(.*?)(\+\+|#)?$/su.exec(run) ?? []
  const own = name.split(joiners)
  const camel = own.flatMap((part) => part.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(' '))
  const parts = camel.flatMap(splitScripts).filter(Boolean)
  // `#` separates the fields of a key
  if (mark) return { text: run, parts: [`${cut(foldLetters(name))}${mark === '#' ? '♯' : mark}`] }
  const isJoined = parts.length > 1 && own.length <= maxJoinedParts && camel.length <= 2 * maxJoinedParts
  const isName = isJoined && /\p{L}/u.test(name) && !hasNoSpaces.test(name)
  const further = parts.filter((part) => withoutPrefix(part) !== part).map(withoutPrefix)
  return {
    text: run,
    parts,
    ...(isName && { whole: cut(foldLetters(own.join(''))) }),
    ...(further.length > 0 && { further }),
  }
}

/** Maximum number of distinct names cached while a text is split. */
const maxRemembered = 50_000

/** Returns the names in a text in order, folded; `known` caches those of other parts of the text. */
export const splitTokens = (text: string, known = new Map<string, WordToken>()): WordToken[] => {
  return (plainText(text).match(runs) ?? []).map((run) => {
    const token = known.get(run) ?? wordToken(run)
    if (known.size < maxRemembered) known.set(run, token)
    return token
  })
}

/** Returns the words of a token for a query: its parts and the whole. */
export const wordsOfToken = ({ parts, whole }: WordToken): string[] =>
  whole === undefined ? parts : [...parts, whole]

/** Returns all words that find a text with the token. */
export const formsOfToken = (token: WordToken): string[] => [...wordsOfToken(token), ...(token.further ?? [])]

/** Joins the words of a title or a key: `MIGR-3` becomes `migr3`. */
export const joinWords = (text: string): string =>
  splitTokens(text)
    .flatMap(({ parts, whole }) => whole ?? parts)
    .join('')
