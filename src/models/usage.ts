import { environment } from '../platform/runtime/environment.ts'
import type { Operation } from '../platform/table/operation.ts'
import type { ModelUser } from './usage-counts.ts'

/** Imports the counters only if any limit is configured; most installations have none. */
const limiting = () => {
  const isLimited =
    environment.limitOf('REPLIES') || environment.limitOf('TOKENS') || environment.parameterOf('GROUP_LIMITS')
  return isLimited ? import('./usage-counts.ts') : undefined
}

/**
 * Returns the writes that count requested replies, for the same transaction as these; they fail with 429 beyond the
 * limit.
 */
export const toCountReplies = async (person: ModelUser, count: number): Promise<Operation[]> =>
  (await (await limiting())?.replyCounts(person, count)) ?? []

/** Throws 429 if a person's tokens are used up. Tokens are counted only after each step. */
export const requireTokens = async (person: ModelUser): Promise<void> =>
  (await limiting())?.refuseWithoutTokens(person)

/** Returns the writes that count the tokens that a model has read and written for a person, for a transaction. */
export const toCountTokens = async (
  person: ModelUser,
  usage: { input_tokens: number; output_tokens: number },
): Promise<Operation[]> => (await (await limiting())?.tokenCounts(person, usage)) ?? []
