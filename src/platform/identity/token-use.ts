import type { StoredAccessToken } from './access-token.ts'
import { log } from '../runtime/log.ts'
import { inRequest, noSession, requestContext } from '../runtime/request-context.ts'
import { timestamp } from '../schema/fields.ts'
import * as z from '../schema/schema.ts'
import { anyOf, compare, isAbsent } from '../table/condition.ts'
import { ignoreConflict } from '../table/conflict.ts'
import { entity } from '../table/entity.ts'
import { readList } from '../table/list/list.ts'
import { writeItem } from '../table/table.ts'

/**
 * When a token was used last, to the hour. Functions that only read may write under these keys (infra/roles.yml): so it
 * is beside the token, which they may not change.
 */
export const tokenUses = entity({
  name: 'auth.token_use',
  isInternal: true,
  schema: z.object({ id: z.string(), user_id: z.string(), hour: timestamp, until: z.int() }),
  key: ({ user_id, id }: { user_id: string; id: string }) => ({ pk: `token-use#${user_id}`, sk: id }),
  lists: {
    ofPerson: { partition: ({ user_id }: { user_id: string }) => `token-use#${user_id}`, prefix: '' },
  },
  expires: ({ until }) => until,
})

/** How many tokens a process remembers, so as not to write their hour again. */
const maxKnown = 1_000
const known = new Map<string, string>()

/** Keeps that a token is used, once an hour; a failure is logged, and is none of the request. */
export const noteTokenUse = async ({ id, user_id, expires_at }: StoredAccessToken): Promise<void> => {
  const hour = `${new Date().toISOString().slice(0, 13)}:00:00.000Z`
  if (known.get(id) === hour) return
  if (known.size >= maxKnown) known.clear()
  known.set(id, hour)
  const put = tokenUses.toPut(
    tokenUses.make({ id, user_id, hour, until: Math.floor(Date.parse(expires_at) / 1000) }),
  )
  const isNews = [anyOf(isAbsent('pk'), compare(['summary', 'hour'], '<', hour))]
  // it is no change of the request, neither in what it answers nor in what is done again when it is repeated
  await inRequest({ requestId: requestContext().requestId, confirmSession: noSession }, () =>
    ignoreConflict(() => writeItem({ ...put, require: isNews })),
  ).catch((error: unknown) => {
    known.delete(id)
    log.error('keeping when a token was used failed', error)
  })
}

/** When each of a person's tokens was used last, by their ids. */
export const lastUses = async (user_id: string): Promise<Map<string, string>> => {
  const { items } = await readList(tokenUses.in('ofPerson', { user_id }), { limit: 1_000 })
  return new Map(items.map(({ id, hour }) => [id, hour]))
}
