import { toBatches } from '../../runtime/batches.ts'
import { hiddenName } from '../index/hidden-things.ts'
import { lookUp, lookUpCompounds } from './lookup.ts'
import { singleWord, type QueryWord } from './query-words.ts'
import type { WordMatches, Match } from './range.ts'
import { canSlip, findNeighbours } from '../index/vocabulary.ts'

/**
 * Returns the containers of a type's resources that the reader may currently read; undefined if the reader may read
 * everything in the scopes.
 */
export type Readable = (type: string, containers: string[]) => Promise<ReadonlySet<string> | undefined>

/** A word with fewer matches is also searched for in compounds. */
const fewMatches = 10

/** For a word without matches: the number of words tried that are one slip away, and the number tried at once. */
const maxNeighbours = 12
const neighboursAtOnce = 4
const slipFit = 0.6

/** Filters matches by the reader's access; `isHidden` returns true for matches that nobody may read. */
export interface Filter {
  (matches: Match[]): Promise<Match[]>
  isHidden: (match: Match) => boolean
  /** Returns the matches that may be readable, by the access checked so far. */
  guess: (matches: Match[]) => Match[]
}

/**
 * Creates a filter for matches that are not hidden and whose containers are currently readable; checks each container
 * once.
 */
export const makeFilter = (readable: Readable | undefined, hidden: ReadonlySet<string>): Filter => {
  const known = new Map<string, boolean>()
  const containerKey = ({ type, container }: Match) => `${type}#${container}`
  const isHidden = (match: Match) => hidden.size > 0 && hidden.has(hiddenName(match))
  const guess = (matches: Match[]) =>
    matches.filter((match) => known.get(containerKey(match)) !== false && !isHidden(match))
  const filter = async (matches: Match[]): Promise<Match[]> => {
    if (!readable) return guess(matches)
    const unknown = matches.filter((match) => !known.has(containerKey(match)) && !isHidden(match))
    const ask = async ([type, own]: [string, Match[]]) => {
      const containers = [...new Set(own.map(({ container }) => container))]
      const allowed = await readable(type, containers)
      for (const match of own) known.set(containerKey(match), allowed?.has(match.container) ?? true)
    }
    await Promise.all([...Map.groupBy(unknown, ({ type }) => type)].map(ask))
    return guess(matches)
  }
  return Object.assign(filter, { isHidden, guess })
}

/** Returns the indexed words within one edit of each word; words with the same first letter come first. */
const findNear = async (words: QueryWord[]): Promise<string[][]> => {
  const neighbours = await findNeighbours(words.map(({ text }) => text))
  return words.map(({ text }) => {
    const [first = ''] = text
    const near = neighbours.get(text) ?? []
    return near.toSorted((a, b) => Number(b.startsWith(first)) - Number(a.startsWith(first)))
  })
}

/** Returns the matches of the first words that have readable ones; tries a few words at a time. */
const lookUpSlips = async (
  near: string[],
  scopes: string[],
  filter: (matches: Match[]) => Promise<Match[]>,
): Promise<Match[]> => {
  for (const tried of toBatches(near.slice(0, maxNeighbours), neighboursAtOnce)) {
    const found = await Promise.all(tried.map((text) => lookUp(singleWord(text), scopes)))
    const matches = await filter(
      found.flatMap(({ matches }) =>
        matches.map((match) => ({ ...match, fit: match.fit * slipFit, isSlip: true })),
      ),
    )
    if (matches.length > 0) return matches
  }
  return []
}

/**
 * Returns the readable matches of each word: as it is, in compounds, or one slip away. Passes compounds to `guess`
 * before the access to them is checked.
 */
export const readMatches = async (
  lookups: WordMatches[],
  { scopes, isBrief }: { scopes: string[]; isBrief?: boolean | undefined },
  filter: (matches: Match[]) => Promise<Match[]>,
  guess: (matches: Match[][]) => void,
) => {
  const minMatches = isBrief ? 1 : fewMatches
  const unknown = lookups.flatMap(({ word, matches }) =>
    matches.length === 0 && canSlip(word.text) ? [word] : [],
  )
  const [own, early, earlyNear] = await Promise.all([
    Promise.all(lookups.map(({ matches }) => filter(matches))),
    Promise.all(
      lookups.map(async ({ word, matches }) =>
        matches.length < minMatches ? lookUpCompounds(word, scopes) : undefined,
      ),
    ),
    unknown.length > 0 ? findNear(unknown) : [],
  ])
  const compounds = await Promise.all(
    lookups.map(async ({ word }, n) =>
      (own[n]?.length ?? 0) < minMatches ? (early[n] ?? (await lookUpCompounds(word, scopes))) : [],
    ),
  )
  if (compounds.some(({ length }) => length > 0))
    guess(own.map((some, n) => [...some, ...(compounds[n] ?? [])]))
  const readable = await Promise.all(compounds.map(filter))
  const matches = own.map((some, n) => [...some, ...(readable[n] ?? [])])

  const lost = lookups.flatMap(({ word }, n) => (matches[n]?.length === 0 && canSlip(word.text) ? [n] : []))
  if (lost.length === 0) return matches
  const words = lost.map((n) => (lookups[n] as WordMatches).word)
  const isKnown = words.every((word) => unknown.includes(word))
  const near = isKnown ? words.map((word) => earlyNear[unknown.indexOf(word)] ?? []) : await findNear(words)
  const slips = await Promise.all(near.map((own) => lookUpSlips(own, scopes, filter)))
  for (const [index, n] of lost.entries()) matches[n] = slips[index] ?? []
  return matches
}
