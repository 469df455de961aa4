import { formsOfToken, splitTokens } from '../../../language/words.ts'
import type { Key } from '../../table/operation.ts'
import { changeSet } from '../../table/set-change.ts'
import { findBuckets } from './compounds.ts'
import { canSlip, wordKey } from './vocabulary.ts'

const forgetWord = (word: string, key: Key): Promise<void> => changeSet(key, 'DELETE', 'words', [word])

const textForms = (texts: string[]): Set<string> =>
  new Set(texts.flatMap((text) => splitTokens(text).flatMap((token) => formsOfToken(token))))

/**
 * Removes the words of these texts from the vocabulary, even if other documents contain them, but no word of `kept`.
 * Slips in a removed word are not recognized until a document with the word is indexed again.
 */
export const forgetWords = async (texts: string[], kept: string[] = []): Promise<void> => {
  for (const word of textForms(texts).difference(textForms(kept))) {
    if (canSlip(word)) await forgetWord(word, wordKey(word))
    for (const { key, term } of await findBuckets(word)) await forgetWord(term, key)
  }
}
