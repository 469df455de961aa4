import { fold } from '../../language/fold.ts'
import codeSigns from '#generated/words/codeSigns.json' with { type: 'json' }
import codeWords from '#generated/words/codeWords.json' with { type: 'json' }
import exampleLists from '#generated/words/exampleWords.json' with { type: 'json' }
import { foldedItems, matchAny } from '../../language/word-lists.ts'

/** Words that ask how something is written, so that code can answer. */
const askingWords = new Set(foldedItems(codeWords))

/** The same words in scripts without spaces. */
const askingSigns = new RegExp(matchAny(codeSigns), 'u')

const exampleWords = new Set(foldedItems(exampleLists))

/** Returns true if a folded word asks for an example. */
export const isExampleWord = (word: string) => exampleWords.has(word)

/** Returns true if a question asks for code. */
export const asksForCode = (question: string) =>
  askingSigns.test(question) ||
  fold(question)
    .match(/[\p{L}]+/gu)
    ?.some((word) => askingWords.has(word)) === true
