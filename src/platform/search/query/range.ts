import type { Item } from '../../table/operation.ts'
import { queryItems } from '../../table/query.ts'
import { wordFit, hasBeginning, type QueryWord } from './query-words.ts'
import { termPartition, type WordRow } from '../index/row.ts'

/** A resource that has a word, with the quality of the match. */
export interface Match {
  type: string
  id: string
  scope: string
  container: string
  /** From 0 to 1. */
  fit: number
  isTitle: boolean
  /** Fit of the best of several words of the title; absent if there is only one match. */
  titleFit?: number
  /** True if the word in the resource is one slip away. */
  isSlip?: boolean
  isHeading: boolean
  /** Exponents of powers of two. */
  frequency: number
  length: number
}

/** Returns the fit of the best word of the title. */
export const bestTitleFit = ({ fit, isTitle, titleFit }: Match): number => titleFit ?? (isTitle ? fit : 0)

/** The rows read for a word; the scopes `cut` have more. */
export interface WordMatches {
  word: QueryWord
  matches: Match[]
  cut: string[]
  /** Terms that matched. */
  terms: Set<string>
  /** Number of rows read. */
  rows: number
  /** Unread ranges. */
  rest: RowRange[]
}

/** Consecutive rows of a scope. */
export interface RowRange {
  scope: string
  from: string
  /** Beginning of the sort key of the last row in the range. */
  to: string
  /** Row after which reading continues. */
  after?: Item | undefined
}

/** Wanted containers: one, or all except some, at most 100 (DynamoDB's limit). */
export type Containers = { only: string } | { without: string[] }

const containerCondition = (containers: Containers | undefined) => {
  if (!containers) return undefined
  const own = 'only' in containers ? [containers.only] : containers.without
  if (own.length === 0) return undefined
  const values = Object.fromEntries(own.map((container, n) => [`:c${n}`, container]))
  const isIn = `#container IN (${Object.keys(values).join()})`
  return { expression: 'only' in containers ? isIn : `NOT ${isIn}`, values }
}

const readRange = async ({ scope, from, to, after }: RowRange, limit: number, containers?: Containers) => {
  const condition = containerCondition(containers)
  const { items, last } = await queryItems({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: {
      ':pk': termPartition(scope, from.split('#')[0] ?? ''),
      ':from': from,
      ':to': `${to}\u{10ffff}`,
      ...condition?.values,
    },
    ...(condition && {
      FilterExpression: condition.expression,
      ExpressionAttributeNames: { '#container': 'container' },
    }),
    ScanIndexForward: false,
    Limit: limit,
    ...(after && { ExclusiveStartKey: after }),
  })
  return { rows: items as (Item & WordRow)[], last }
}

/** Returns a function that rates the forms in a row and caches the result: most rows of a word have the same forms. */
const fitOfTexts = (fitOfForms: (forms: string[]) => number) => {
  const known = new Map<string, number>()
  return (forms: string): number => {
    let fit = known.get(forms)
    if (fit === undefined) known.set(forms, (fit = fitOfForms(forms.split(' '))))
    return fit
  }
}

/**
 * Returns the match of a row whose key is its term up to `end`, then `#title#` or `#body#`, and the ID of the resource.
 */
const toRowMatch = (scope: string, row: WordRow, end: number, fit: number): Match => {
  const { sk, type, container, isHeading = false, frequency = 0, length } = row
  const id = sk.slice(sk.indexOf('#', end + 1) + 1)
  return {
    type,
    id,
    scope,
    container,
    fit,
    isTitle: sk.startsWith('#title#', end),
    isHeading,
    frequency,
    length,
  }
}

export interface Selection {
  fitOfForms?: ((forms: string[]) => number) | undefined
  containers?: Containers
  /** Scopes for a lookup of keys, whose range also contains rows of other scopes. */
  scopes?: string[]
}

export const scopesOfRanges = (ranges: RowRange[]): string[] => [...new Set(ranges.map(({ scope }) => scope))]

/**
 * Returns the matches in some ranges of a word if they fit, and the unread rest of the ranges. Reads `limitOf` its
 * place rows of each range, at least 1.
 */
export const readRanges = async (
  word: QueryWord,
  ranges: RowRange[],
  limitOf: (place: number) => number,
  { fitOfForms = (forms) => wordFit(word, forms), containers, scopes }: Selection = {},
): Promise<WordMatches> => {
  const found = await Promise.all(ranges.map((range, n) => readRange(range, limitOf(n), containers)))
  const terms = new Set<string>()
  const matches: Match[] = []
  const fitOfText = fitOfTexts(fitOfForms)
  // loops without intermediate arrays: a common word has thousands of rows
  for (const [n, { rows }] of found.entries())
    for (const row of rows) {
      const end = row.sk.indexOf('#')
      const term = row.sk.slice(0, end)
      const fit = fitOfText(row.forms ?? term)
      const scope = scopes ? row.scopes?.find((own) => scopes.includes(own)) : ranges[n]?.scope
      if (fit <= 0 || scope === undefined) continue
      terms.add(term)
      matches.push(toRowMatch(scope, row, end, fit))
    }
  const rest = ranges.flatMap((range, n) => (found[n]?.last ? [{ ...range, after: found[n].last }] : []))
  const rows = found.reduce((sum, { rows }) => sum + rows.length, 0)
  return { word, matches, cut: scopesOfRanges(rest), terms, rows, rest }
}

/** Returns the range of a term. */
export const exactRange = (scope: string, term: string): RowRange => ({
  scope,
  from: `${term}#`,
  to: `${term}#`,
})

/** Returns the range of longer terms that begin with this one. */
export const behind = (scope: string, begin: string): RowRange => ({ scope, from: `${begin}$`, to: begin })

/** Returns the range of the terms that begin with `begin`; of that term alone if it is too short. */
export const beginning = (scope: string, begin: string): RowRange =>
  hasBeginning(begin) ? { scope, from: begin, to: begin } : exactRange(scope, begin)

/** Returns the unread part of a range; `rest` is the unread part of the ranges that contain it. */
export const unreadRanges = (range: RowRange, rest: RowRange[]): RowRange[] => {
  const around = rest.find(({ scope, to }) => scope === range.scope && range.from.startsWith(to))
  const last = around?.after?.['sk'] as string | undefined
  if (last === undefined || last < range.from) return []
  return [last <= `${range.to}\u{10ffff}` ? { ...range, after: around?.after } : range]
}
