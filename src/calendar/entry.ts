import * as z from '../platform/schema/schema.ts'
import { entity, type ThingOf } from '../platform/table/entity.ts'
import { EventType, isLong, startOrder, type Lasting } from './event.ts'

/**
 * An event in a person's calendar, by its start. Written after the event has changed, so reads of the calendar check
 * the permissions and load the event: an entry is ignored if its event was deleted or begins at another time.
 */
export const entries = entity({
  name: 'calendar.entry',
  isInternal: true,
  schema: z.object({
    user_id: z.string(),
    start_at: z.string(),
    end_at: z.orNull(z.string()),
    all_day: z.boolean().default(false),
    timezone: z.string().default('UTC'),
    event_id: z.string(),
    course_id: z.string().nullable(),
    type: EventType,
    version: z.int(),
  }),
  key: ({ user_id, start_at, event_id }: { user_id: string; start_at: string; event_id: string }) => ({
    pk: `calendar#${user_id}`,
    sk: startOrder({ start_at, id: event_id }),
  }),
  lists: {
    ofUser: { partition: ({ user_id }: { user_id: string }) => `calendar#${user_id}` },
    longOfUser: {
      index: 'gsi1',
      partition: ({ user_id, ...times }: Lasting & { user_id: string }) =>
        isLong(times) ? `calendar#${user_id}#long` : null,
      sort: ({ start_at, event_id }) => startOrder({ start_at, id: event_id }),
    },
  },
})

export type StoredCalendarEntry = ThingOf<typeof entries>
