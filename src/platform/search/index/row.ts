import { isInflected } from '../../../language/inflection.ts'
import type { Key } from '../../table/operation.ts'
import type { DocumentKey } from './document.ts'
import { keyMark, type Entry } from './entry.ts'

/** A resource that contains a word, in the form that a search reads. */
export interface WordRow extends Key {
  type: string
  container: string
  /** Forms of the word in the resource, separated by spaces; absent if the term is the only one. */
  forms?: string
  /** Absent for 0. */
  frequency?: number
  isHeading?: true
  /** For a key or a whole title: scopes in which it is found. */
  scopes?: string[]
  /** Number of words of the resource when the row was written, as a power of two. */
  length: number
}

/** Prefix of the terms by which compounds are looked up by their last part; the rest is reversed. */
export const compoundMark = '<'

export const reverse = (word: string): string => Array.from(word).reverse().join('')

/** Returns true if a term begins with a mark; the two characters after it spread such terms like words. */
const isMarked = (term: string) => term.startsWith(keyMark) || term.startsWith(compoundMark)

/** Returns the partition of a term's rows, which depends on its first two characters. */
export const termPartition = (scope: string, term: string): string =>
  `words#${scope}#${Array.from(term)
    .slice(0, isMarked(term) ? 3 : 2)
    .join('')}`

/**
 * Returns the scope of the keys and whole titles of a scope: one for everything that several people may read, and one
 * per person and project, so that a search in twenty scopes looks them up in two.
 */
export const keyScope = (scope: string): string => `keys${/#.*/.exec(scope)?.[0] ?? ''}`

const minCompoundCharacters = 10

/** Attributes of a resource in the index, except its words. */
export interface DocumentAttributes extends DocumentKey {
  scopes: string[]
  container: string
  /** True if its language forms compounds. */
  isCompounding: boolean
  length: number
}

/**
 * Returns the rows of an entry: one per scope, and another by its end if it may be a compound. Read backwards, the rows
 * of a term are sorted: titles first, then the newest (IDs sort by time).
 */
export const entryRows = (
  { type, id, scopes, container, isCompounding, length }: DocumentAttributes,
  { term, forms, isTitle, isHeading, frequency }: Entry,
): WordRow[] => {
  const rowSortKey = (own: string) => `${own}#${isTitle ? 'title' : 'body'}#${id}`
  if (term.startsWith(keyMark))
    return [...Map.groupBy(scopes, keyScope)].map(([keys, found]) => ({
      pk: termPartition(keys, term),
      sk: rowSortKey(term),
      type,
      container,
      scopes: found,
      length,
    }))
  const isCompound = isCompounding && term.length >= minCompoundCharacters && isInflected(term)
  const terms = isCompound ? [term, `${compoundMark}${reverse(term)}`] : [term]
  const isPlain = forms.length === 0 || (forms.length === 1 && forms[0] === term)
  const otherForms = isPlain ? undefined : forms.join(' ')
  return terms.flatMap((own) =>
    scopes.map((scope) => ({
      pk: termPartition(scope, own),
      sk: rowSortKey(own),
      type,
      container,
      ...((otherForms !== undefined || own !== term) && { forms: otherForms ?? term }),
      ...(frequency > 0 && { frequency }),
      ...(isHeading && { isHeading }),
      length,
    })),
  )
}

/** Returns the content of a row except the length of its resource; a row with the same content is not written again. */
export const rowContent = ({ type, container, forms, frequency, isHeading, scopes }: WordRow): string =>
  JSON.stringify([type, container, forms, frequency, isHeading, scopes])
