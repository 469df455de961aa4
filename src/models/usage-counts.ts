import type { Actor } from '../platform/identity/actor.ts'
import { users } from '../platform/identity/user.ts'
import { environment } from '../platform/runtime/environment.ts'
import * as z from '../platform/schema/schema.ts'
import { anyOf, compare, isAbsent, type Condition } from '../platform/table/condition.ts'
import { entity, keyWithin } from '../platform/table/entity.ts'
import type { Operation, Update } from '../platform/table/operation.ts'
import { tokensUsedUp, tooManyReplies } from './usage-problems.ts'

/** For whom models work. */
export type ModelUser = Pick<Actor, 'id' | 'groups'>

/** What somebody has used of a limit in an hour or a month of UTC: the version is the number (decision 0050). */
const usages = entity({
  name: 'models.usage',
  isInternal: true,
  schema: z.object({ user_id: z.string(), window: z.string(), version: z.int() }),
  key: keyWithin('user_id', users, ({ window }: { window: string }) => `usage#${window}`),
})

/** A window by its beginning, and when it ends, in milliseconds. */
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

/** The largest of the limits that are set in general and for groups of a person; undefined where there is none. */
const limitFor = async ({ groups }: ModelUser, of: 'replies' | 'tokens'): Promise<number | undefined> => {
  const name = environment.parameterOf('GROUP_LIMITS')
  const byGroup = name === undefined ? {} : await (await import('./group-limits.ts')).loadGroupLimits(name)
  const general = environment.limitOf(of === 'replies' ? 'REPLIES' : 'TOKENS') || undefined
  const set = [general, ...groups.map((id) => byGroup[id]?.[of])].filter((limit) => limit !== undefined)
  return set.length === 0 || set.includes(0) ? undefined : Math.max(...set)
}

/** Adds to what was used in a window, also where that is the first of it; expires with the window. */
const toCount = (
  { id: user_id }: ModelUser,
  { window, end }: Window,
  amount: number,
  require: Condition[] = [],
): Update => {
  const { key, change } = usages.toAdd({ user_id, window }, 'version', amount)
  const set = [
    ['summary', { user_id, window }],
    ['ttl', Math.ceil(end / 1_000)],
  ] as const
  return { key, change: { ...change, set: [...set] }, require }
}

/** The writes that count replies somebody asks for, to be made with these: they are a 429 beyond the limit. */
export const replyCounts = async (person: ModelUser, count: number): Promise<Operation[]> => {
  const limit = await limitFor(person, 'replies')
  if (limit === undefined || count === 0) return []
  const hour = presentHour()
  const hasRoom = compare('version', '<=', limit - count)
  const room = count > limit ? hasRoom : anyOf(isAbsent('version'), hasRoom)
  return [{ ...toCount(person, hour, count, [room]), otherwise: tooManyReplies(limit, hour.end) }]
}

/** Throws 429 when models have used up somebody's tokens. What they use is counted only behind each step. */
export const refuseWithoutTokens = async (person: ModelUser): Promise<void> => {
  const limit = await limitFor(person, 'tokens')
  if (limit === undefined) return
  const { window, end } = presentMonth()
  const { version: used = 0 } = (await usages.find({ user_id: person.id, window })) ?? {}
  if (used >= limit) throw tokensUsedUp(limit, end)
}

/** The writes that count what a model has read and written for somebody; in a transaction. */
export const tokenCounts = async (
  person: ModelUser,
  { input_tokens, output_tokens }: { input_tokens: number; output_tokens: number },
): Promise<Operation[]> => {
  const count = input_tokens + output_tokens
  if (count === 0 || (await limitFor(person, 'tokens')) === undefined) return []
  return [toCount(person, presentMonth(), count)]
}
