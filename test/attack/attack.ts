import pMap from 'p-map'
import type { SignedIn } from '../support/people.ts'
import type { AttackedWorld } from './attacked-world.ts'
import type { Contract } from './contract.ts'
import type { Random } from './random.ts'
import type { Secrets } from './secrets.ts'
import type { Answer, Sent } from './sending.ts'

/** Something that must not be, with the request that shows it. */
export interface Violation {
  part: string
  what: string
  request?: Sent | undefined
  answer?: Answer | undefined
}

/** What a part has to work with. */
export interface Attack {
  world: AttackedWorld
  contract: Contract
  random: Random
  /** How many requests the parts that make as many as they like are to make. */
  requests: number
  /** Every part is to take a sample of what it could try, and a few seconds. */
  isBrief: boolean
  /** Stands in the texts that are sent, and nowhere in the log. */
  mark: string
  /** Sends a request and holds the answer against the contract. */
  send: (request: Sent) => Promise<Answer>
  violated: (what: string, request?: Sent, answer?: Answer) => void
  /** Said below the part's line in the table. */
  note: (text: string) => void
  /** What may not be in the log. */
  secrets: Secrets
  /** A person with a session. */
  person: (role?: SignedIn['role'], name?: string) => Promise<SignedIn>
}

export type Part = (attack: Attack) => Promise<void>

/** Does `work` for each item, a limited number at a time. */
export const sideBySide = async <T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  width = 8,
): Promise<void> => {
  await pMap(items, work, { concurrency: width })
}
