import type { Item } from '../../table/operation.ts'
import { queryItems } from '../../table/query.ts'
import { fitOf, hasBeginning, type QueryWord } from './query-words.ts'
import { termPartition, type WordRow } from '../index/row.ts'

/** A thing that has a word, and how. */
export interface Match {
  type: string
  id: string
  scope: string
  container: string
  /** 0 to 1. */
  fit: number
  isTitle: boolean
  /** How well the best of several words of the title fits; absent where there is one match. */
  titleFit?: number
  /** It has a word that is one slip away. */
  isSlip?: boolean
  isHeading: boolean
  /** As powers of two. */
  frequency: number
  length: number
}

/** How well the best word of the title fits. */
export const titleFitOf = ({ fit, isTitle, titleFit }: Match): number => titleFit ?? (isTitle ? fit : 0)

/** What was read of a word; there is more of it in the scopes `cut`. */
export interface WordMatches {
  word: QueryWord
  matches: Match[]
  cut: string[]
  /** The terms by which it was found. */
  terms: Set<string>
  /** How many rows were read. */
  rows: number
  /** What there is more. */
  rest: RowRange[]
}

/** Rows of a scope whose keys follow one another. */
export interface RowRange {
  scope: string
  from: string
  /** The sort key of the last row that counts begins with this. */
  to: string
  /** Behind which row it goes on. */
  after?: Item | undefined
}

/** The containers whose rows are wanted: one, or all but those of some, at most 100 (DynamoDB's limit). */
export type Containers = { only: string } | { without: string[] }

const conditionOf = (containers: Containers | undefined) => {
  if (!containers) return undefined
  const own = 'only' in containers ? [containers.only] : containers.without
  if (own.length === 0) return undefined
  const values = Object.fromEntries(own.map((container, n) => [`:c${n}`, container]))
  const isIn = `#container IN (${Object.keys(values).join()})`
  return { expression: 'only' in containers ? isIn : `NOT ${isIn}`, values }
}

const readRange = async ({ scope, from, to, after }: RowRange, limit: number, containers?: Containers) => {
  const condition = conditionOf(containers)
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

/** How well forms fit that are in one text: most rows of a word have the same, which are looked at once. */
const fitOfTexts = (fitOfForms: (forms: string[]) => number) => {
  const known = new Map<string, number>()
  return (forms: string): number => {
    let fit = known.get(forms)
    if (fit === undefined) known.set(forms, (fit = fitOfForms(forms.split(' '))))
    return fit
  }
}

/** The match of a row whose key has its term up to `end`, then `#title#` or `#body#`, and the id of the thing. */
const matchOf = (scope: string, row: WordRow, end: number, fit: number): Match => {
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
  /** Where keys are looked for: rows of others are in the same range. */
  scopes?: string[]
}

export const scopesOfRanges = (ranges: RowRange[]): string[] => [...new Set(ranges.map(({ scope }) => scope))]

/**
 * The matches in some ranges of a word, as far as they fit, and what there is more of the ranges; of each range as many
 * rows as `limitOf` its place, 1 at least.
 */
export const readRanges = async (
  word: QueryWord,
  ranges: RowRange[],
  limitOf: (place: number) => number,
  { fitOfForms = (forms) => fitOf(word, forms), containers, scopes }: Selection = {},
): Promise<WordMatches> => {
  const found = await Promise.all(ranges.map((range, n) => readRange(range, limitOf(n), containers)))
  const terms = new Set<string>()
  const matches: Match[] = []
  const fitOfText = fitOfTexts(fitOfForms)
  // a common word has thousands of rows
  for (const [n, { rows }] of found.entries())
    for (const row of rows) {
      const end = row.sk.indexOf('#')
      const term = row.sk.slice(0, end)
      const fit = fitOfText(row.forms ?? term)
      const scope = scopes ? row.scopes?.find((own) => scopes.includes(own)) : ranges[n]?.scope
      if (fit <= 0 || scope === undefined) continue
      terms.add(term)
      matches.push(matchOf(scope, row, end, fit))
    }
  const rest = ranges.flatMap((range, n) => (found[n]?.last ? [{ ...range, after: found[n].last }] : []))
  const rows = found.reduce((sum, { rows }) => sum + rows.length, 0)
  return { word, matches, cut: scopesOfRanges(rest), terms, rows, rest }
}

/** The rows of a term. */
export const exactly = (scope: string, term: string): RowRange => ({
  scope,
  from: `${term}#`,
  to: `${term}#`,
})

/** The rows of longer terms that begin with this one. */
export const behind = (scope: string, begin: string): RowRange => ({ scope, from: `${begin}$`, to: begin })

/** The rows of the terms that begin so; of that term where it is too short. */
export const beginning = (scope: string, begin: string): RowRange =>
  hasBeginning(begin) ? { scope, from: begin, to: begin } : exactly(scope, begin)

/** What is not read yet of a range, when `rest` is what was left of the ranges that it is in. */
export const unreadOf = (range: RowRange, rest: RowRange[]): RowRange[] => {
  const around = rest.find(({ scope, to }) => scope === range.scope && range.from.startsWith(to))
  const last = around?.after?.['sk'] as string | undefined
  if (last === undefined || last < range.from) return []
  return [last <= `${range.to}\u{10ffff}` ? { ...range, after: around?.after } : range]
}
