import { throttledNetwork } from '../../platform/http/request/network.ts'
import { users } from '../../platform/identity/user.ts'
import * as z from '../../platform/schema/schema.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { entity, keyWithin } from '../../platform/table/entity.ts'
import { writeItem } from '../../platform/table/table.ts'

/** Time for which a place is known, in milliseconds: 30 days. */
const knownMilliseconds = 30 * 86_400_000

/** Interval in which a known place is not written again, in milliseconds. */
const freshMilliseconds = 86_400_000

/** Maximum number of places kept, the most recent ones. */
const maxPlaces = 100

/** Networks and kinds of clients from which a person has signed in recently; exists from their first sign-in on. */
export const knownPlaces = entity({
  name: 'auth.known_places',
  isInternal: true,
  schema: z.object({
    user_id: z.string(),
    /** Time of each place's last sign-in, in milliseconds since 1970. */
    seen: z.record(z.string(), z.number()),
    version: z.int(),
  }),
  key: keyWithin('user_id', users, () => 'known-places'),
})

/**
 * Records the network and kind of client of a sign-in; first calls `tell` if the person has not signed in from there
 * within 30 days. Does not call it for the first place of an account.
 */
export const noteSignIn = (
  user_id: string,
  { address, client }: { address: string; client: string },
  tell: () => Promise<void>,
): Promise<unknown> =>
  retryOnConflict(async () => {
    const place = `${throttledNetwork(address)} ${client}`
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
