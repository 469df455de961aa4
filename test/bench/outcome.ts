import { writeSync } from 'node:fs'
import { tableOf } from './table.ts'

/** What a bench has measured, in a few words, and whether that reaches its aim. */
export interface Outcome {
  measured: string
  isMet: boolean
}

/** A row of the table at the end: undefined is a bench that broke off. */
export interface Row {
  what: string
  aim: string
  outcome: Outcome | undefined
}

/** Where a bench tells its outcome to the process that has started it. */
export const outcomeDescriptor = 4

export const tellOutcome = (outcome: Outcome | void): void =>
  void writeSync(outcomeDescriptor, JSON.stringify(outcome ?? null))

/** `1.02–1.31, median 1.10`. */
export const rangeOf = (values: number[]): string => {
  const [least, middle, most] = [0, Math.floor(values.length / 2), values.length - 1].map((index) =>
    values.toSorted((a, b) => a - b)[index]?.toFixed(2),
  )
  return `${least}–${most}, median ${middle}`
}

/** What was measured beside what was aimed at. */
export const summaryOf = (rows: Row[]): string =>
  tableOf(
    'summary',
    ['what', 'aim', 'measured', ''],
    rows.map(({ what, aim, outcome }) => [
      what,
      aim,
      outcome?.measured ?? 'broke off',
      outcome?.isMet ? 'met' : 'NOT MET',
    ]),
  )
