import pointerLists from '#generated/words/pointers.json' with { type: 'json' }
import { foldedItems } from './word-lists.ts'

/** Words that refer to the resource on the screen and name no topic, as in "What does this page say?". */
const pointers = new Set(foldedItems(pointerLists))

/** Removes terms that refer to the resource on the screen. */
export const removePointers = <T extends { word: string }>(terms: T[]): T[] =>
  terms.filter(({ word }) => !pointers.has(word))
