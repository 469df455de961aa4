import { fold } from './fold.ts'
import { removePointers } from './pointers.ts'
import { extractTerms } from './terms.ts'
import joiningPhrases from '#generated/words/joiningPhrases.json' with { type: 'json' }
import joiningWords from '#generated/words/joiningWords.json' with { type: 'json' }
import referringInside from '#generated/words/referringInside.json' with { type: 'json' }
import referringLast from '#generated/words/referringLast.json' with { type: 'json' }
import referringSigns from '#generated/words/referringSigns.json' with { type: 'json' }
import referringWords from '#generated/words/referringWords.json' with { type: 'json' }
import { foldedItems, matchAny } from './word-lists.ts'

/** Words at the beginning of a question that join it to the conversation. */
const joining = new Set(foldedItems(joiningWords))

/** Phrases at the beginning of a question that join it to the conversation. */
const joiningOpening = new RegExp(`^\\W*(?:${matchAny(joiningPhrases)})(?!\\p{L})`, 'iu')

/** Pronouns and other words that refer to something named before, except those that are also articles. */
const standing = new Set(foldedItems(referringWords))

/** Referring words whose case or position distinguishes them from polite pronouns or articles. */
const standingAsWritten = new RegExp(
  String.raw`(?<=\S\s+)(?:${matchAny(referringInside)})(?!\p{L})|` +
    String.raw`(?<!\p{L})(?:${matchAny(referringLast)})\s*[?!.]*$`,
  'u',
)

const withoutSpaces = new RegExp(matchAny(referringSigns), 'u')

/** Maximum number of terms of a question that refers back; with more terms, a question names its topic itself. */
const maxTerms = 3
const maxTermsBesideName = 2

/** Returns true if a message can be understood only with the conversation before it: "And how do I install it?" */
export const refersBack = (question: string): boolean => {
  const words = fold(question).match(/[\p{L}\p{M}]+/gu) ?? []
  const terms = extractTerms(question)
  if (terms.length > 0 && removePointers(terms).length === 0) return false
  if (terms.length > maxTerms) return false
  if (words.length > 0 && terms.length === 0) return true
  if (joining.has(words[0] ?? '') || joiningOpening.test(question)) return true
  const stands = words.some((word) => standing.has(word)) || standingAsWritten.test(question)
  return (stands && terms.length <= maxTermsBesideName) || (withoutSpaces.test(question) && words.length <= 3)
}

/** Maximum number of earlier messages to which a question may refer back. */
const maxEarlier = 3

/** Returns a person's earlier messages to which the last one refers back, oldest first. */
export const referredTo = (messages: string[]): string[] => {
  let first = messages.length - 1
  const least = Math.max(0, first - maxEarlier)
  while (first > least && refersBack(messages[first] ?? '')) first -= 1
  return messages.slice(Math.max(0, first), -1)
}
