import type { Chunk } from '../../../language/chunks.ts'
import { compoundLanguages } from '../../../language/inflection.ts'
import { getItems } from '../../table/batch/batch-get.ts'
import type { DocumentKey } from '../index/document.ts'
import type { PassageVector } from '../index/passage-vector.ts'
import type { Item } from '../../table/operation.ts'
import { entriesFrom, entriesWith } from '../index/entry.ts'
import { prefixStem, fitInCompound, wordFit, compoundParts, type QueryWord } from './query-words.ts'
import { readPacked } from '../index/packed-entries.ts'
import { findIndexed, passageKey, type IndexedState } from '../index/stored-document.ts'

export interface FoundPassage extends Chunk {
  /** Fit of the passage for the words, higher is better; 0 if it has none of them. */
  score: number
  vector?: PassageVector
}

/** Returns the weight of a word that `having` of the resource's passages contain. */
const inverseFrequency = (having: number, all: number) => Math.log(1 + (all + 1) / (having + 0.5))

/** Returns the numbers of the passages that have words of a query, with the sum of the weights of these words. */
const scorePassages = (text: string, words: QueryWord[], state: IndexedState): Map<number, number> => {
  const scores = new Map<number, number>()
  for (const word of words) {
    const best = new Map<number, number>()
    const add = (passages: number[], fit: number) => {
      for (const number of passages) best.set(number, Math.max(fit, best.get(number) ?? 0))
    }
    for (const { forms, passages } of word.spellings.flatMap((own) => entriesFrom(text, prefixStem(own))))
      add(passages, wordFit(word, forms))
    const [part] = compoundLanguages.includes(state.language) ? compoundParts(word) : []
    if (part !== undefined && ![...best.values()].some((fit) => fit > 0))
      for (const { forms, passages } of entriesWith(text, part)) add(passages, fitInCompound(word, forms))
    for (const [number, fit] of best) {
      const weight = fit * inverseFrequency(best.size, state.passages.length)
      if (fit > 0) scores.set(number, weight + (scores.get(number) ?? 0))
    }
  }
  return scores
}

/** Returns the best passages of a resource, in the order of its text; the first passage is always included. */
const choosePositions = (state: IndexedState, text: string, words: QueryWord[], limit: number) => {
  const scores = scorePassages(text, words, state)
  const scored = state.passages.map(({ number }, place) => ({
    number,
    place,
    score: scores.get(number) ?? 0,
  }))
  const [first, ...others] = scored
  const best = others.sort((a, b) => b.score - a.score || a.place - b.place).slice(0, limit - 1)
  return [...(first ? [first] : []), ...best].sort((a, b) => a.place - b.place)
}

/** The passages of a resource that are to be read. */
export interface ChosenPassages {
  key: DocumentKey
  passages: { number: number; score: number }[]
}

/**
 * Chooses the passages of resources that are most relevant to some words, at most `limit` of each, in the order of the
 * text; always includes the first passage, which mostly says what the resource is. Returns undefined for resources that
 * are not indexed. Does not check access. One round trip, one more for very long resources.
 */
export const choosePassages = async (
  keys: DocumentKey[],
  words: QueryWord[],
  limit: number,
): Promise<(ChosenPassages | undefined)[]> => {
  if (keys.length === 0) return []
  const documents = await findIndexed(keys)
  return Promise.all(
    documents.map(async (document, n) => {
      const [key, state] = [keys[n] as DocumentKey, document?.state]
      const text = state && (await readPacked(key, state.packed))
      return state && { key, passages: choosePositions(state, text ?? '', words, limit) }
    }),
  )
}

/** Reads passages in one round trip, in the same order; omits passages that were replaced since. */
export const readPassages = (chosen: (ChosenPassages | undefined)[]): Promise<FoundPassage[][]> =>
  Promise.all(
    chosen.map(async (one) => {
      if (!one) return []
      const items = await getItems(one.passages.map(({ number }) => passageKey(one.key, number)))
      return items.flatMap((item, index) => {
        if (!item) return []
        const { pk: _, sk: __, ...passage } = item as Item & Omit<FoundPassage, 'score'>
        return [{ ...passage, score: one.passages[index]?.score ?? 0 }]
      })
    }),
  )
