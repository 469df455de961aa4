import { fold } from './fold.ts'
import { removePointers } from './stop-words.ts'
import { extractTerms } from './terms.ts'

/** Words at the beginning of a question that join it to the conversation. */
const joining = new Set(
  `and but or also then und aber oder auch et mais ou y pero e o ma mas en maar of i a ale czy
  и а но или і й та але або`
    .split(/\s+/)
    .map(fold),
)

/** Phrases at the beginning of a question that join it to the conversation. */
const joiningPhrases =
  /^\W*(?:(?:what|how) about|was ist mit|wie (?:sieht|steht) es mit|qu['’]en est-il|hoe zit het met)(?!\p{L})/iu

/** Pronouns and other words that refer to something named before, except those that are also articles. */
const standing = new Set(
  `it its they them their he him his she her that those these one ones there
  er ihn ihm ihnen davon dafür damit darüber dazu daran darin dort dessen deren
  il ils elle elles lui leur ça cela celui celle ceux celles
  él ella ellos ellas eso esto ello ellos esso essa isso ele ela eles elas dele dela
  esso essa essi esse ci hij hem haar ze zij hen hun daar ervan ermee ervoor
  on ona ono oni one jego jej ich tego tym его ее её их он она оно они им ему ей этого этим там
  його її їх він вона воно вони йому їй цього там`
    .split(/\s+/)
    .filter(Boolean)
    .map(fold),
)

/** Referring words whose case or position distinguishes them from polite pronouns or articles. */
const standingAsWritten = /(?<=\S\s+)(?:sie|es)(?!\p{L})|(?<!\p{L})(?:das|dies|ce|lo|la|les?|this)\s*[?!.]*$/u

const withoutSpaces = /那|它|这个|それ|これ|では|じゃあ/u

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
  if (joining.has(words[0] ?? '') || joiningPhrases.test(question)) return true
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
