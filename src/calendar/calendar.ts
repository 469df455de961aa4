import { ignoreConflict } from '../platform/table/conflict.ts'
import { writeBatch } from '../platform/table/batch/batch-write.ts'
import { transact, writeItem } from '../platform/table/table.ts'
import { entries, type StoredCalendarEntry } from './entry.ts'
import { events, type StoredEvent } from './event.ts'

/** An event as it is in somebody's calendar. */
export const makeCalendarEntry = (
  user_id: string,
  { id: event_id, start_at, end_at, all_day, timezone, course_id, type, version }: StoredEvent,
) => entries.make({ user_id, start_at, end_at, all_day, timezone, event_id, course_id, type, version })

/** Puts an event as it is now into the calendars of people, and takes it away from where it was before. */
export const syncEntries = async (
  event_id: string,
  user_ids: string[],
  was_at: string | null,
): Promise<void> => {
  const event = await events.find({ id: event_id })
  const isFor = (user_id: string) => event?.audience !== 'people' || event.user_ids.includes(user_id)
  const present = event ? user_ids.filter(isFor).map((user_id) => makeCalendarEntry(user_id, event)) : []
  await writeBatch(present.map(entries.itemOf), [])

  const kept = new Set(present.map(({ user_id, start_at }) => `${user_id}#${start_at}`))
  const left = [was_at, event?.start_at].flatMap((start_at) =>
    start_at ? user_ids.map((user_id) => ({ user_id, start_at, event_id })) : [],
  )
  const old = await entries.findMany(
    left.filter(({ user_id, start_at }) => !kept.has(`${user_id}#${start_at}`)),
  )
  // what somebody else has put there since stays
  const outdated = old.filter(
    (entry) => entry !== undefined && entry.version <= (event?.version ?? Infinity),
  ) as StoredCalendarEntry[]
  await Promise.all(
    outdated.map((entry) => ignoreConflict(() => transact([entries.toRemoveRead(entry, [])]))),
  )
}

/**
 * An event for some people that follows from a thing of another area, a task that is due for one. `id` must always be
 * the same for the thing (`derivedId`), `version` and `updated_at` are the thing's own.
 */
export type PersonalEvent = Pick<
  StoredEvent,
  'id' | 'title' | 'start_at' | 'type' | 'version' | 'updated_at'
> &
  Partial<
    Pick<StoredEvent, 'description' | 'end_at' | 'all_day' | 'timezone' | 'url' | 'resource' | 'created_at'>
  > & {
    user_ids: string[]
  }

/**
 * Puts an event into the calendars of `user_ids` and takes it out of those of others; their feeds follow. For handlers
 * of changes in other areas, which run again and late: read the thing as it is now before.
 */
export const putPersonalEvent = (event: PersonalEvent): Promise<void> =>
  writeItem(
    events.toPut(
      events.make({ created_at: event.updated_at, ...event, audience: 'people', course_id: null }),
    ),
  )

/** Takes an event of `putPersonalEvent` away from everybody. */
export const removePersonalEvent = (id: string): Promise<void> => events.remove({ id })
