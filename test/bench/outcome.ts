import { writeSync } from 'node:fs'
import { tableOf } from './table.ts'

/** What a bench has measured, in a few words, and whether that reaches its aim. */
export interface Outcome {
  measured: string
  isMet: boolean
  /** What is wrong however busy the machine is, in words; it fails the run. */
  broken?: string[]
}

/** A row of the table at the end: undefined is a bench that broke off. */
export interface Row {
  what: string
  aim: string
  outcome: Outcome | undefined
}

/** Where a bench tells its outcome to the process that has started it. */
export const outcomeDescriptor = 4

export const tellOutcomes = (outcomes: (Outcome | undefined)[]): void =>
  void writeSync(outcomeDescriptor, JSON.stringify(outcomes))

/**
 * How many times its aim a ratio of times may be in the brief form: no machine is so busy that it gets there
 * by itself.
 */
export const noiseFactor = 3

/** The ratios of times that are beyond what noise can make of an aim. */
export const beyondNoise = (ratios: { title: string; ratio: number }[], aim: number): string[] =>
  ratios
    .filter(({ ratio }) => !(ratio <= aim * noiseFactor))
    .map(
      ({ title, ratio }) =>
        `${title}: ${ratio.toFixed(2)}, and ${noiseFactor} × the aim is ${(aim * noiseFactor).toFixed(2)}`,
    )

/** `1.02–1.31, median 1.10`. */
export const rangeOf = (values: number[]): string => {
  const [min, middle, max] = [0, Math.floor(values.length / 2), values.length - 1].map((index) =>
    values.toSorted((a, b) => a - b)[index]?.toFixed(2),
  )
  return `${min}–${max}, median ${middle}`
}

const verdictOf = (outcome: Outcome | undefined) => {
  if (outcome === undefined || outcome.broken?.length) return 'BROKEN'
  return outcome.isMet ? 'met' : 'NOT MET'
}

/** What was measured beside what was aimed at. */
export const summaryOf = (rows: Row[]): string =>
  tableOf(
    'summary',
    ['what', 'aim', 'measured', ''],
    rows.map(({ what, aim, outcome }) => [what, aim, outcome?.measured ?? 'broke off', verdictOf(outcome)]),
  )
