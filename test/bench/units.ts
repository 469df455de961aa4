import { readFileSync, writeFileSync } from 'node:fs'
import type { DynamoProxy } from '../support/dynamo-proxy.ts'

/** What a call of an endpoint takes: how many calls of the table, and capacity units. */
export interface Units {
  calls: number
  read: number
  write: number
}

const file = new URL('units.json', import.meta.url)

/** So many units may be more or less: texts and times are not of the same length each time. */
const tolerance = 0.5

const isRead = (operation: string) => ['GetItem', 'BatchGetItem', 'Query'].includes(operation)

export const unitsOf = (calls: DynamoProxy['calls']): Units => {
  const sum = (reads: boolean) =>
    calls.reduce((units, call) => units + (isRead(call.operation) === reads ? call.units : 0), 0)
  return { calls: calls.length, read: sum(true), write: sum(false) }
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
