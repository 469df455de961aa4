import { foldLetters } from './letters.ts'
import { plainText } from './plain-text.ts'
import { withoutPrefix } from './prefixes.ts'

/** Longer words are cut, so that the key of a row stays small; a search for a longer one is cut alike. */
const maxWordCharacters = 40

/** Letters and digits, with what joins them to one name, and the signs of C++ and C#. */
const letters = String.raw`[\p{L}\p{M}\p{N}]+`
const runs = new RegExp(
  String.raw`(?<=\s|^)\.net(?![\p{L}\p{N}])|` +
    String.raw`${letters}(?:[-‐‑_.@\u200c＆／＋]${letters})*(?:\+\+|#(?![\p{L}\p{N}]))?`,
  'giu',
)
const joiners = /[-‐‑_.@\u200c]/u
const signedNames = /\p{LC}+(?:[＆／＋]\p{LC}+)+/gu

// by their extensions: the sign that makes a vowel long belongs to both syllabaries, and to neither alone
const withoutSpaces = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]+/gu
const hasNoSpaces = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u

/**
 * A name in a text: `MIGR-3` has the parts `migr` and `3`, and is `migr3` as a whole; of most the whole is
 * the part.
 */
export interface WordToken {
  /** As it stands in the text, in NFKC. */
  text: string
  parts: string[]
  /** Absent where there is one part, or where the parts joined say nothing. */
  whole?: string
  /** Further words by which a text with it is found: those without their prefixes, the letters of `R&D`. */
  further?: string[]
}

/** Parts joined are looked for as one word when they are no more than these, as in `end-to-end`. */
const maxJoinedParts = 3

const cut = (word: string) =>
  word.length > maxWordCharacters ? Array.from(word).slice(0, maxWordCharacters).join('') : word

const pairsOf = (run: string): string[] => {
  const characters = Array.from(run)
  return characters.length === 1
    ? characters
    : characters.slice(1).map((character, n) => `${characters[n]}${character}`)
}

/** Scripts that are written without spaces give overlapping pairs of characters. */
const splitScripts = (part: string): string[] => {
  if (!hasNoSpaces.test(part)) return [cut(foldLetters(part))]
  const folded = foldLetters(part)
  const rest = folded.replace(withoutSpaces, ' ').split(' ').filter(Boolean).map(cut)
  return [...rest, ...(folded.match(withoutSpaces) ?? []).flatMap(pairsOf)]
}

/** A name with a sign is one word, and the letters beside the sign are found as well. */
const signedToken = (run: string, names: string[]): WordToken => ({
  text: run,
  parts: [...names.map(foldLetters), ...run.replaceAll(signedNames, '-').split(joiners).flatMap(splitScripts)]
    .map(cut)
    .filter(Boolean),
  further: names.flatMap((name) => foldLetters(name).split(/[&/+]/)),
})

const tokenOf = (run: string): WordToken => {
  if (/^\.net$/i.test(run)) return { text: run, parts: ['dotnet'] }
  const names = run.match(signedNames)
  if (names) return signedToken(run, names)
  const [, name = run, mark] = /^(.*?)(\+\+|#)?$/su.exec(run) ?? []
  const own = name.split(joiners)
  const camel = own.flatMap((part) => part.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(' '))
  const parts = camel.flatMap(splitScripts).filter(Boolean)
  // a key cannot hold the sign that parts its fields
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

/** How many different names are remembered while a text is split. */
const maxRemembered = 50_000

/** The names in a text in their order, folded; `known` remembers those of other parts of the text. */
export const splitTokens = (text: string, known = new Map<string, WordToken>()): WordToken[] => {
  return (plainText(text).match(runs) ?? []).map((run) => {
    const token = known.get(run) ?? tokenOf(run)
    if (known.size < maxRemembered) known.set(run, token)
    return token
  })
}

/** The words of a token as it is looked for: its parts and the whole. */
export const wordsOfToken = ({ parts, whole }: WordToken): string[] =>
  whole === undefined ? parts : [...parts, whole]

/** All words by which a text with a token is found. */
export const formsOfToken = (token: WordToken): string[] => [...wordsOfToken(token), ...(token.further ?? [])]

/** A title or a key as one word: `MIGR-3` is `migr3`. */
export const joinWords = (text: string): string =>
  splitTokens(text)
    .flatMap(({ parts, whole }) => whole ?? parts)
    .join('')
