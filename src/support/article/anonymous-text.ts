import { foldCase } from '../../language/fold.ts'
import { foldLetters } from '../../language/letters.ts'
import { isStopWord, languages } from '../../language/stop-words.ts'
import { matchAny } from '../../language/word-lists.ts'
import addressees from '#generated/words/addressees.json' with { type: 'json' }
import closings from '#generated/words/closings.json' with { type: 'json' }
import greetings from '#generated/words/greetings.json' with { type: 'json' }
import salutations from '#generated/words/salutations.json' with { type: 'json' }

/** Minimum length of a part of a name that is removed, and of one that is removed regardless of case. */
const minPart = 2
const minPartInAnyCase = 3

/** Scripts that write no spaces between words. */
const withoutSpaces = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}]/u

/**
 * Returns a name and its parts. In a name with capitals, parts in lower case are particles such as "von" and are left
 * out.
 */
const nameForms = (name: string): string[] => {
  const whole = name.normalize('NFC').trim()
  const parts = whole.split(/[\s,;()"“”„-]+/u)
  const hasCapitals = parts.some((part) => /^\p{Lu}/u.test(part))
  return [whole, ...parts.filter((part) => !hasCapitals || !/^\p{Ll}/u.test(part))]
}

/** Returns true for a name that may be a common word in lower case, such as "Will". */
const isCommonWord = (name: string) =>
  name.length < minPartInAnyCase ||
  languages.some((language) => isStopWord(foldLetters(foldCase(name)), language))

/** Returns the pattern of a name, also in the genitive. */
const namePattern = (name: string): string => {
  const form = name
    .split(/['’]/)
    .map((part) => RegExp.escape(part))
    .join("['’]")
  return withoutSpaces.test(name) ? form : String.raw`(?<![\p{L}\p{N}])${form}(?:['’]?s)?(?![\p{L}\p{N}])`
}

/** Returns a pattern of all these names, the longest first; without names, it matches nothing. */
const anyOf = (names: string[] = [], flags: string) => {
  const longestFirst = names.toSorted((a, b) => b.length - a.length)
  return new RegExp(longestFirst.map(namePattern).join('|') || '(?!)', flags)
}

/** An email address; begins only where a run of its characters begins, which keeps the search linear. */
const emailAddress =
  /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu

/** Creates a function that replaces email addresses, these names and their parts in a text by ellipses. */
export const nameRemover = (names: Iterable<string>): ((text: string) => string) => {
  const forms = new Set([...names].flatMap(nameForms).filter(({ length }) => length >= minPart))
  const byKind = Map.groupBy(forms, isCommonWord)
  const [asWritten, inAnyCase] = [anyOf(byKind.get(true), 'gu'), anyOf(byKind.get(false), 'giu')]
  return (text) =>
    text
      .normalize('NFC')
      .replaceAll(emailAddress, '…')
      .replaceAll(inAnyCase, '…')
      .replaceAll(asWritten, '…')
      .replaceAll(/…(?:[ .-]?…)+/g, '…')
}

/** A greeting at the beginning of a message, with words of address up to a punctuation mark or the end of the line. */
const greeting = new RegExp(
  String.raw`^(?i:${matchAny(greetings)}|${matchAny(salutations)})(?![\p{L}\p{N}-])` +
    String.raw`(?:[ \t]+(?:…|\p{Lu}[\p{L}.'’-]*|${matchAny(addressees)}))*[ \t]*(?:[,!.:]+|(?=\n)|$)\s*`,
  'u',
)

/** A closing or a separator (RFC 3676) on a line of its own, with at most 12 lines after it. */
const signature = new RegExp(
  String.raw`^(?:-- ?|[ \t]*(?:${matchAny(closings)})[ \t]*[,.!]*(?:[ \t]*…)?[ \t]*)$(?:\n.*){0,12}(?![^])`,
  'imu',
)

/** Removed names at the end of a message. */
const lastNames = /(?:(?<=[.!?])[ \t]*|\n\s*)…[\s.]*$/u

/** Returns a message without names, whose greeting and signature are removed. */
export const withoutFraming = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .trim()
    .replace(greeting, '')
    .replace(signature, '')
    .replace(lastNames, '')
    .trim()
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
