export interface Options {
  fault: string[]
  flow: string[]
  target: string[]
  seed: number
  /** Share of the calls that fail, from 0 to 1. */
  rate: number
  /** Number of turns per client; each part has its own default. */
  operations: number | undefined
  /** Number of kills per worker; each part has its own default. */
  kills: number | undefined
  /** True for a short run of each part, little more than a minute. */
  ci: boolean
}
