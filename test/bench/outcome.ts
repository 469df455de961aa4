import { writeSync } from 'node:fs'
import { tableOf } from './table.ts'

/** Result of a bench in a few words; `isMet` is true if it reaches its aim. */
export interface Outcome {
  measured: string
  isMet: boolean
  /** Failures that do not depend on the load of the machine, in words; they fail the run. */
  broken?: string[]
}

/** Row of the final table; an undefined outcome is a bench that failed. */
export interface Row {
  what: string
  aim: string
  outcome: Outcome | undefined
}

/** Descriptor on which a bench reports its outcome to its parent process. */
export const outcomeDescriptor = 4

export const tellOutcomes = (outcomes: (Outcome | undefined)[]): void =>
  void writeSync(outcomeDescriptor, JSON.stringify(outcomes))

/** Factor by which a ratio of times may exceed its aim in the brief form: no load of a machine reaches it alone. */
export const noiseFactor = 3

/** Returns the ratios of times that noise cannot explain. */
export const beyondNoise = (ratios: { title: string; ratio: number }[], aim: number): string[] =>
  ratios
    .filter(({ ratio }) => !(ratio <= aim * noiseFactor))
    .map(
      ({ title, ratio }) =>
        `${title}: ${ratio.toFixed(2)}, and ${noiseFactor} × the aim is ${(aim * noiseFactor).toFixed(2)}`,
    )

/** Returns a range such as `1.02–1.31, median 1.10`. */
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

/** Returns the table of measured values and aims. */
export const summaryOf = (rows: Row[]): string =>
  tableOf(
    'summary',
    ['what', 'aim', 'measured', ''],
    rows.map(({ what, aim, outcome }) => [what, aim, outcome?.measured ?? 'broke off', verdictOf(outcome)]),
  )
