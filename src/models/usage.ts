import { environment } from '../platform/runtime/environment.ts'
import type { Operation } from '../platform/table/operation.ts'
import type { ModelUser } from './usage-counts.ts'

/** What counts, where anybody is limited: most are not, and need not load it. */
const limiting = () => {
  const isLimited =
    environment.limitOf('REPLIES') || environment.limitOf('TOKENS') || environment.parameterOf('GROUP_LIMITS')
  return isLimited ? import('./usage-counts.ts') : undefined
}

/** The writes that count replies somebody asks for, to be made with these: they are a 429 beyond the limit. */
export const toCountReplies = async (person: ModelUser, count: number): Promise<Operation[]> =>
  (await (await limiting())?.replyCounts(person, count)) ?? []

/** Throws 429 when models have used up somebody's tokens. What they use is counted only behind each step. */
export const requireTokens = async (person: ModelUser): Promise<void> =>
  (await limiting())?.refuseWithoutTokens(person)

/** The writes that count what a model has read and written for somebody; in a transaction. */
export const toCountTokens = async (
  person: ModelUser,
  usage: { input_tokens: number; output_tokens: number },
): Promise<Operation[]> => (await (await limiting())?.tokenCounts(person, usage)) ?? []
