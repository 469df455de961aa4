import dictionary from '../../src/language/dictionary.json' with { type: 'json' }
import { fold } from '../../src/language/fold.ts'
import { readWordLists } from '../generation/words.ts'
import type { KnownWords } from './word-lists.ts'

/** Returns the words of the lists and of the dictionary, folded and as written, in English and in other languages. */
export const readKnownWords = (): KnownWords => {
  const known = { english: new Set<string>(), others: new Set<string>() }
  const add = (tag: string, text: string) => {
    const words = tag === 'en' ? known.english : known.others
    for (const word of `${text} ${fold(text)}`.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []) words.add(word)
  }
  for (const { tag, lists } of readWordLists()) add(tag, JSON.stringify(lists))
  for (const line of [...dictionary.meanings, ...dictionary.derived])
    for (const [n, names] of line.split(' | ').entries()) add(dictionary.languages[n] ?? '', names)
  return known
}
