import { readFileSync, writeFileSync } from 'node:fs'
import { depthsOf, type DynamoProxy } from '../support/dynamo-proxy.ts'

/** What a call of an endpoint takes: how many calls of the table, and capacity units. */
export interface Units {
  calls: number
  read: number
  write: number
}

const file = new URL('units.json', import.meta.url)

/** By how many units it may differ: texts and times are not of the same length each time. */
const tolerance = 0.5

const isRead = (operation: string) => ['GetItem', 'BatchGetItem', 'Query'].includes(operation)

/** DynamoDB's limit of keys in one batch. */
const maxKeys = 100

const keysOf = ({ body }: DynamoProxy['calls'][number]): number => {
  const { RequestItems = {} } = JSON.parse(body) as { RequestItems?: Record<string, { Keys?: unknown[] }> }
  return Object.values(RequestItems).reduce((sum, { Keys = [] }) => sum + Keys.length, 0)
}

/**
 * How many calls there are. Whether two readers who have each waited for one call ask in the same turn of the event
 * loop, and so in one batch, is chance: batches after equally many calls count as few as their keys fill.
 */
const countOf = (calls: DynamoProxy['calls']): number => {
  const depths = depthsOf(calls)
  const batches = calls.flatMap((call, index) =>
    call.operation === 'BatchGetItem' ? [{ depth: depths[index], keys: keysOf(call) }] : [],
  )
  const atOnce = [...Map.groupBy(batches, ({ depth }) => depth).values()]
  const full = atOnce.map((those) => Math.ceil(those.reduce((sum, { keys }) => sum + keys, 0) / maxKeys))
  return calls.length - batches.length + full.reduce((sum, count) => sum + count, 0)
}

export const unitsOf = (calls: DynamoProxy['calls']): Units => {
  const sum = (reads: boolean) =>
    calls.reduce((units, call) => units + (isRead(call.operation) === reads ? call.units : 0), 0)
  return { calls: countOf(calls), read: sum(true), write: sum(false) }
}

/** What every call took when that was last written down, by the title of its scenario. */
export const knownUnits = (): Record<string, Units> =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<string, Units>

export const writeUnits = (rows: { title: string; units: Units }[]): void => {
  const lines = rows.map(({ title, units: { calls, read, write } }) => {
    return `  ${JSON.stringify(title)}: { "calls": ${calls}, "read": ${read}, "write": ${write} }`
  })
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`)
}

export const isAsKnown = (units: Units, known: Partial<Units> | undefined): boolean =>
  (['calls', 'read', 'write'] as const).every(
    (part) => Math.abs(units[part] - (known?.[part] ?? units[part])) <= tolerance,
  )
