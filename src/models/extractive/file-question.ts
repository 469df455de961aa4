import { fold } from '../../language/fold.ts'
import { removePointers } from '../../language/pointers.ts'
import { extractTerms } from '../../language/terms.ts'
import fileSigns from '#generated/words/fileSigns.json' with { type: 'json' }
import fileStems from '#generated/words/fileStems.json' with { type: 'json' }
import { matchFolded } from '../../language/word-lists.ts'

/** Words that refer to a file, or ask about a file as a whole. */
const words = new RegExp(`(?<![\\p{L}\\p{N}])(?:${matchFolded(fileStems)})\\p{L}*`, 'gu')

const wordsWithoutSpaces = new RegExp(matchFolded(fileSigns), 'gu')

/**
 * Returns true for a question about a file as a whole that names nothing in it, as in "What does the document say?".
 */
export const asksAboutFile = (question: string): boolean => {
  const rest = fold(question).replaceAll(words, ' ').replaceAll(wordsWithoutSpaces, ' ')
  return removePointers(extractTerms(rest)).length === 0
}
