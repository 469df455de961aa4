import { fold } from '../../language/fold.ts'
import { extractTerms } from '../../language/terms.ts'
import { listItems } from '../../language/word-lists.ts'
import greetings from '#generated/words/greetings.json' with { type: 'json' }
import thanks from '#generated/words/thanks.json' with { type: 'json' }

/** Maximum number of stems per question, and maximum lengths of questions and of words. */
const maxStems = 4
const maxCharacters = 4_000
const maxWordCharacters = 40

/** Words of greetings and thanks, which ask for nothing. */
const courtesies = new Set(
  [greetings, thanks].flatMap((list) => listItems(list)).flatMap((item) => fold(item).split(' ')),
)

/** Scripts that write no spaces between words. */
const withoutSpaces = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}]/u

/** Returns true for text that may be personal: email addresses, links, keys and other long runs. */
const mayBePersonal = (run: string) =>
  run.includes('@') || (run.length > maxWordCharacters && !withoutSpaces.test(run))

const maxDigits = 2

/** Returns true for numbers and for words with at least as many digits as letters, such as phone numbers or plates. */
const isNumberLike = (word: string) => {
  const digits = word.match(/\p{N}/gu)?.length ?? 0
  return digits > maxDigits || digits * 2 >= word.length
}

/** Returns the stems of the significant words of a question, without numbers, addresses and long words. */
export const gapStems = (question: string): string[] => {
  const runs = question.slice(0, maxCharacters).split(/\s+/u)
  const terms = extractTerms(runs.filter((run) => !mayBePersonal(run)).join(' '))
  const counted = terms.filter(({ word }) => !isNumberLike(word) && !courtesies.has(word))
  return [...new Set(counted.map(({ stem }) => stem))].filter(({ length }) => length > 1).slice(0, maxStems)
}
