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

/** Returns a pattern of all these names, the longest first. */
const anyOf = (names: string[] = [], flags: string) => {
  const longest = names.toSorted((a, b) => b.length - a.length)
  return names.length === 0 ? /(?!)/g : new RegExp(longest.map(namePattern).join('|'), flags)
}

/** An email address; begins only where a run of its characters begins, which keeps the search linear. */
const emailAddress =
  /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu

/** Creates a function that replaces email addresses, these names and their parts in a text by ellipses. */
export const nameRemover = (names: Iterable<string>): ((text: string) => string) => {
  const forms = new Set([...names].flatMap(nameForms).filter(({ length }) => length >= minPart))
  const [inCase, inAnyCase] = [true, false].map((is) =>
    [...forms].filter((form) => isCommonWord(form) === is),
  )
  const [asWritten, other] = [anyOf(inCase, 'gu'), anyOf(inAnyCase, 'giu')]
  return (text) =>
    text
      .normalize('NFC')
      .replaceAll(emailAddress, '…')
      .replaceAll(other, '…')
      .replaceAll(asWritten, '…')
      .replaceAll(/…(?:[ .-]?…)+/g, '…')
}

/** A greeting at the beginning of a message. */
const greeting = new RegExp(
  String.raw`(?<![^])(?:${matchAny(greetings)}|${matchAny(salutations)})(?![\p{L}\p{N}-])`,
  'iu',
)

/** Words of address after a greeting, up to a punctuation mark or the end of the line. */
const addressee = new RegExp(
  String.raw`(?<![^])(?:[ \t]+(?:…|\p{Lu}[\p{L}.'’-]*|${matchAny(addressees)}))*[ \t]*(?:[,!.:]+|(?=\n|(?![^])))\s*`,
  'u',
)

/** Returns a text without the greeting at its beginning. */
const withoutGreeting = (text: string): string => {
  const [words] = greeting.exec(text) ?? []
  const rest = text.slice(words?.length)
  return words !== undefined && addressee.test(rest) ? rest.replace(addressee, '') : text
}

/** A closing or a separator (RFC 3676) on a line of its own, with at most 12 lines after it. */
const signature = new RegExp(
  String.raw`^(?:-- ?|[ \t]*(?:${matchAny(closings)})[ \t]*[,.!]*(?:[ \t]*…)?[ \t]*)$(?:\n.*){0,12}(?![^])`,
  'imu',
)

/** Removed names at the end of a message. */
const lastNames = /(?:(?<=[.!?])[ \t]*|\n\s*)…[\s.]*$/u

/** Returns a message without names, whose greeting and signature are removed. */
export const withoutFraming = (text: string): string =>
  withoutGreeting(text.replaceAll('\r\n', '\n').trim())
    .replace(signature, '')
    .replace(lastNames, '')
    .trim()
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
