import { networkOf } from '../../platform/http/request/network.ts'
import { users } from '../../platform/identity/user.ts'
import * as z from '../../platform/schema/schema.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { entity, keyWithin } from '../../platform/table/entity.ts'
import { writeItem } from '../../platform/table/table.ts'

/** How long a place is known, in milliseconds: 30 days. */
const knownMilliseconds = 30 * 86_400_000

/** A place that was seen within this time is not written again. */
const freshMilliseconds = 86_400_000

/** How many places are kept, the latest. */
const maxPlaces = 100

/** From where and by which kinds of clients somebody has signed in lately; there since their first sign-in. */
export const knownPlaces = entity({
  name: 'auth.known_places',
  isInternal: true,
  schema: z.object({
    user_id: z.string(),
    /** When each was last seen, in milliseconds since 1970. */
    seen: z.record(z.string(), z.number()),
    version: z.int(),
  }),
  key: keyWithin('user_id', users, () => 'known-places'),
})

/**
 * Stores from where, and by which kind of client, somebody has signed in; first calls `tell` where they have not within
 * 30 days. The first place of an account is not told.
 */
export const noteSignIn = (
  user_id: string,
  { address, client }: { address: string; client: string },
  tell: () => Promise<void>,
): Promise<unknown> =>
  retryOnConflict(async () => {
    const place = `${networkOf(address)} ${client}`
    const [known, now] = [await knownPlaces.find({ user_id }), Date.now()]
    if (!known) return knownPlaces.create(knownPlaces.make({ user_id, seen: { [place]: now } }))
    const last = known.seen[place] ?? 0
    if (last > now - freshMilliseconds) return known
    if (last <= now - knownMilliseconds) await tell()
    const places = Object.entries({ ...known.seen, [place]: now })
      .filter(([, at]) => at > now - knownMilliseconds)
      .toSorted(([, a], [, b]) => b - a)
    await writeItem(knownPlaces.toUpdate(known, { seen: Object.fromEntries(places.slice(0, maxPlaces)) }))
    return known
  })
