import type { Actor } from '../platform/identity/actor.ts'
import { users } from '../platform/identity/user.ts'
import { environment } from '../platform/runtime/environment.ts'
import * as z from '../platform/schema/schema.ts'
import { toAddToCount } from '../platform/table/count.ts'
import { entity, keyWithin } from '../platform/table/entity.ts'
import type { Operation } from '../platform/table/operation.ts'
import { tokensUsedUp, tooManyReplies } from './usage-problems.ts'

/** The person for whom a model works. */
export type ModelUser = Pick<Actor, 'id' | 'groups'>

/** Usage of a limit by a person in an hour or a month (UTC); `version` is the count (decision 0050). */
const usages = entity({
  name: 'models.usage',
  isInternal: true,
  schema: z.object({ user_id: z.string(), window: z.string(), version: z.int() }),
  key: keyWithin('user_id', users, ({ window }: { window: string }) => `usage#${window}`),
})

/** A window, identified by its beginning, and its end in milliseconds. */
interface Window {
  window: string
  end: number
}

const presentHour = (): Window => {
  const time = new Date()
  return { window: time.toISOString().slice(0, 13), end: time.setUTCMinutes(60, 0, 0) }
}

const presentMonth = (): Window => {
  const time = new Date()
  const end = Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1)
  return { window: time.toISOString().slice(0, 7), end }
}

/** Returns the largest of the general limit and the limits of a person's groups; undefined if there is none. */
const limitFor = async ({ groups }: ModelUser, of: 'replies' | 'tokens'): Promise<number | undefined> => {
  const name = environment.parameterOf('GROUP_LIMITS')
  const byGroup = name === undefined ? {} : await (await import('./group-limits.ts')).loadGroupLimits(name)
  const general = environment.limitOf(of === 'replies' ? 'REPLIES' : 'TOKENS') || undefined
  const set = [general, ...groups.map((id) => byGroup[id]?.[of])].filter((limit) => limit !== undefined)
  return set.length === 0 || set.includes(0) ? undefined : Math.max(...set)
}

/**
 * Returns the writes that count requested replies, for the same transaction as these; they fail with 429 beyond the
 * limit.
 */
export const replyCounts = async (person: ModelUser, count: number): Promise<Operation[]> => {
  const limit = await limitFor(person, 'replies')
  if (limit === undefined || count === 0) return []
  const { window, end } = presentHour()
  const limited = { limit, otherwise: tooManyReplies(limit, end), ttl: Math.ceil(end / 1_000) }
  return [toAddToCount(usages, { user_id: person.id, window }, count, limited)]
}

/** Throws 429 if a person's tokens are used up. Tokens are counted only after each step. */
export const refuseWithoutTokens = async (person: ModelUser): Promise<void> => {
  const limit = await limitFor(person, 'tokens')
  if (limit === undefined) return
  const { window, end } = presentMonth()
  const { version: used = 0 } = (await usages.find({ user_id: person.id, window })) ?? {}
  if (used >= limit) throw tokensUsedUp(limit, end)
}

/** Returns the writes that count the tokens that a model has read and written for a person, for a transaction. */
export const tokenCounts = async (
  person: ModelUser,
  { input_tokens, output_tokens }: { input_tokens: number; output_tokens: number },
): Promise<Operation[]> => {
  const count = input_tokens + output_tokens
  if (count === 0 || (await limitFor(person, 'tokens')) === undefined) return []
  const { window, end } = presentMonth()
  return [toAddToCount(usages, { user_id: person.id, window }, count, { ttl: Math.ceil(end / 1_000) })]
}
