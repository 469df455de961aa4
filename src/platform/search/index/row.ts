import { isInflected } from '../../../language/inflection.ts'
import type { Key } from '../../table/operation.ts'
import type { DocumentKey } from './document.ts'
import { keyMark, type Entry } from './entry.ts'

/** A thing with a word, as a search reads it. */
export interface WordRow extends Key {
  type: string
  container: string
  /** The forms of the word there, with spaces between them; absent when the term is the only one. */
  forms?: string
  /** Absent for 0. */
  frequency?: number
  isHeading?: true
  /** Of a key or a whole title: the scopes in which it is found. */
  scopes?: string[]
  /** How many words the thing had when this was written, as a power of two. */
  length: number
}

/** What the terms of compounds begin with, which are looked up by their last part: the rest is backwards. */
export const compoundMark = '<'

export const reverse = (word: string): string => Array.from(word).reverse().join('')

/** Marks of terms are followed by two characters that spread them, as words are. */
const isMarked = (term: string) => term.startsWith(keyMark) || term.startsWith(compoundMark)

/** The partition of the rows of a term: that of its first two characters. */
export const termPartition = (scope: string, term: string): string =>
  `words#${scope}#${Array.from(term)
    .slice(0, isMarked(term) ? 3 : 2)
    .join('')}`

/**
 * The scope in which the keys and whole titles of a scope are: one for all that several people may read, and one for
 * each person and project, so that a search in twenty scopes looks them up in two.
 */
export const keyScope = (scope: string): string => `keys${/#.*/.exec(scope)?.[0] ?? ''}`

/** How long a word must be to be one of several. */
const minCompoundCharacters = 10

/** How a thing is stored in the index, but for its words. */
export interface DocumentAttributes extends DocumentKey {
  scopes: string[]
  container: string
  /** Whether words of its language are joined to new ones. */
  isCompounding: boolean
  length: number
}

/**
 * The rows of an entry: one for each scope, and another by its end where it may be a compound. Read
 * backwards, the rows of a term are sorted: titles first, then the newest (ids sort by time).
 */
export const rowsOf = (
  { type, id, scopes, container, isCompounding, length }: DocumentAttributes,
  { term, forms, isTitle, isHeading, frequency }: Entry,
): WordRow[] => {
  const nameOf = (own: string) => `${own}#${isTitle ? 'title' : 'body'}#${id}`
  if (term.startsWith(keyMark))
    return [...Map.groupBy(scopes, keyScope)].map(([place, own]) => ({
      pk: termPartition(place, term),
      sk: nameOf(term),
      type,
      container,
      scopes: own,
      length,
    }))
  const isCompound = isCompounding && term.length >= minCompoundCharacters && isInflected(term)
  const terms = isCompound ? [term, `${compoundMark}${reverse(term)}`] : [term]
  const isPlain = forms.length === 0 || (forms.length === 1 && forms[0] === term)
  const said = isPlain ? undefined : forms.join(' ')
  return terms.flatMap((own) =>
    scopes.map((scope) => ({
      pk: termPartition(scope, own),
      sk: nameOf(own),
      type,
      container,
      ...((said !== undefined || own !== term) && { forms: said ?? term }),
      ...(frequency > 0 && { frequency }),
      ...(isHeading && { isHeading }),
      length,
    })),
  )
}

/** What a row says, but for the length of its thing: what says the same is not written again. */
export const contentOf = ({ type, container, forms, frequency, isHeading, scopes }: WordRow): string =>
  JSON.stringify([type, container, forms, frequency, isHeading, scopes])
