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

/** Amounts of a model's use that are added up. */
export const useAmounts = ['replies', 'input_tokens', 'output_tokens'] as const

export type UseAmounts = Record<(typeof useAmounts)[number], number>

/** Maximum number of groups of a person for which a use counts: all are in the transaction of a step. */
const maxGroups = 50

/** Returns the partition of the use of models in a month (UTC). */
export const usePartition = (month: string) => `model-usage#${month}`

/**
 * Returns the writes that add a use of a model to the totals of the month, for everybody and for each group of the
 * person; only for transactions, where a retry does not count twice. The amounts are attributes of their own, because
 * the first use of a month creates its row, and an update cannot add to a map of a missing item.
 */
export const toCountUse = ({ groups }: ModelUser, model: string, use: Partial<UseAmounts>): Operation[] => {
  const month = new Date().toISOString().slice(0, 7)
  const increment = useAmounts.flatMap((path) => (use[path] ? [{ path, amount: use[path] }] : []))
  if (increment.length === 0) return []
  return [null, ...groups.slice(0, maxGroups)].map((group_id) => ({
    key: { pk: usePartition(month), sk: `${group_id ?? ''}#${model}` },
    change: { increment, set: [['summary', { month, model, group_id }]] },
  }))
}
