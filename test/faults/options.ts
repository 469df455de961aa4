/** What can be asked for on the command line. */
export interface Options {
  fault: string[]
  flow: string[]
  target: string[]
  seed: number
  /** Which part of the calls is struck, from 0 to 1. */
  rate: number
  /** What is the usual number when absent. */
  operations: number | undefined
  /** How often each worker is killed; what is the usual number when absent. */
  kills: number | undefined
  /** Everything once, in little more than a minute. */
  ci: boolean
}
