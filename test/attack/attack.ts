import pMap from 'p-map'
import type { SignedIn } from '../support/people.ts'
import type { AttackedWorld } from './attacked-world.ts'
import type { Contract } from './contract.ts'
import type { Random } from './random.ts'
import type { Secrets } from './secrets.ts'
import type { Answer, Sent } from './sending.ts'

/** A violation, with the request that shows it. */
export interface Violation {
  part: string
  what: string
  request?: Sent | undefined
  answer?: Answer | undefined
}

/** Context of a part. */
export interface Attack {
  world: AttackedWorld
  contract: Contract
  random: Random
  /** Number of requests for parts without a fixed number. */
  requests: number
  /** True if every part should try a sample only, within a few seconds. */
  isBrief: boolean
  /** Word in all sent texts that must never appear in the log. */
  mark: string
  /** Sends a request, and checks the response against the contract. */
  send: (request: Sent) => Promise<Answer>
  violated: (what: string, request?: Sent, answer?: Answer) => void
  /** Adds a line below the part's row in the table. */
  note: (text: string) => void
  /** Secrets that must never appear in the log. */
  secrets: Secrets
  /** Creates a person with a session. */
  person: (role?: SignedIn['role'], name?: string) => Promise<SignedIn>
}

export type Part = (attack: Attack) => Promise<void>

/** Runs `work` for each item, `width` at a time. */
export const sideBySide = async <T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  width = 8,
): Promise<void> => {
  await pMap(items, work, { concurrency: width })
}

/** Runs work in this process without the output of its log. */
export const withoutLog = async <T>(work: () => Promise<T>): Promise<T> => {
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = () => true
  return work().finally(() => (process.stdout.write = write))
}
