import { readFileSync, writeFileSync } from 'node:fs'
import { depthsOf, type DynamoProxy } from '../support/dynamo-proxy.ts'

/** Cost of a call: number of calls of the table, and capacity units. */
export interface Units {
  calls: number
  read: number
  write: number
}

const file = new URL('units.json', import.meta.url)

/** Maximum difference in units: texts and times differ in length. */
const tolerance = 0.5

const isRead = (operation: string) => ['GetItem', 'BatchGetItem', 'Query'].includes(operation)

/** DynamoDB's maximum number of keys in one batch. */
const maxKeys = 100

const keysOf = ({ body }: DynamoProxy['calls'][number]): number => {
  const { RequestItems = {} } = JSON.parse(body) as { RequestItems?: Record<string, { Keys?: unknown[] }> }
  return Object.values(RequestItems).reduce((sum, { Keys = [] }) => sum + Keys.length, 0)
}

/**
 * Returns the number of calls. It is chance if two readers, each after one call, ask in the same turn of the event
 * loop, and thus in one batch: batches after the same number of calls count as the minimum number that holds their
 * keys.
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

/** Returns the recorded units of every call, by title of the scenario. */
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
