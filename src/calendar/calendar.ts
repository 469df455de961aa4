import { ignoreConflict } from '../platform/table/conflict.ts'
import { writeBatch } from '../platform/table/batch/batch-write.ts'
import { transact, writeItem } from '../platform/table/table.ts'
import { entries, type StoredCalendarEntry } from './entry.ts'
import { events, type StoredEvent } from './event.ts'

/** Creates the entry of an event in a person's calendar. */
export const makeCalendarEntry = (
  user_id: string,
  { id: event_id, start_at, end_at, all_day, timezone, course_id, type, version }: StoredEvent,
) => entries.make({ user_id, start_at, end_at, all_day, timezone, event_id, course_id, type, version })

/**
 * Writes the current event to the calendars of people, and removes their entries that no longer apply: at the start
 * before the change (`was_at`), or of people whom the event no longer names.
 */
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
  const possible = [was_at, event?.start_at].flatMap((start_at) =>
    start_at ? user_ids.map((user_id) => ({ user_id, start_at, event_id })) : [],
  )
  const old = await entries.findMany(
    possible.filter(({ user_id, start_at }) => !kept.has(`${user_id}#${start_at}`)),
  )
  // keep a newer entry that another run has written
  const outdated = old.filter(
    (entry) => entry !== undefined && entry.version <= (event?.version ?? Infinity),
  ) as StoredCalendarEntry[]
  await Promise.all(
    outdated.map((entry) => ignoreConflict(() => transact([entries.toRemoveRead(entry, [])]))),
  )
}

/**
 * An event for some people that is derived from a resource of another area, such as a task due for one person. `id`
 * must always be the same for the resource (`derivedId`); `version` and `updated_at` are those of the resource.
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
 * Writes an event to the calendars of `user_ids` and removes it from all others. For change handlers in other areas,
 * which may run late and repeatedly: load the current resource first.
 */
export const putPersonalEvent = (event: PersonalEvent): Promise<void> =>
  writeItem(
    events.toPut(
      events.make({ created_at: event.updated_at, ...event, audience: 'people', course_id: null }),
    ),
  )

/** Removes an event of `putPersonalEvent` from all calendars. */
export const removePersonalEvent = (id: string): Promise<void> => events.remove({ id })
