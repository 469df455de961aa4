import { docs } from '#docs'
import * as z from '../platform/schema/schema.ts'
import { entity, type ThingOf } from '../platform/table/entity.ts'
import { datesOf, dayMilliseconds } from './dates.ts'
import {
  answeredText,
  answeredId,
  id,
  line,
  timestamp,
  versioned,
  answeredTitle,
  optionalTime,
} from '../platform/schema/fields.ts'
import { settings } from '../platform/identity/user-settings.ts'
import { forPeople, ResourceLink, StoredLink } from '../platform/resource.ts'

/** An event as others point to it. */
export const eventType = { type: 'event', path: '/lms/events/{id}' } as const

export const EventType = z
  .enum(['course_start', 'course_end', 'session', 'deadline', 'task_due'])
  .meta(docs('Type of event; more may be added.', { examples: ['session'] }))

/** What people write of an event: its history shows all of it, and a change of it can be taken back. */
const fields = {
  title: line(255).meta(docs('Title.', { examples: ['First meeting'] })),
  description: z.orNull(z.string().max(10_000)).meta(docs('Details.')),
  start_at: timestamp.meta(docs('When it starts.')),
  end_at: optionalTime.meta(docs('When it ends, at most 366 days after its start.')),
  all_day: z.boolean().default(false).meta(docs('Whether it lasts whole days in `timezone`.')),
  timezone: settings.timezone,
  location: z.orNull(z.string().trim().max(500)).meta(docs('Place.')),
  url: z
    .orNull(z.url({ protocol: /^https?$/ }).max(2_000))
    .meta(docs('Web address.', { examples: ['https://example.com/meeting'] })),
  type: z.enum(['session', 'deadline']).default('session').meta(docs('A meeting, or a deadline.')),
}

const dateOf = (which: string) =>
  z.iso
    .date()
    .nullable()
    .meta(docs(`${which} day of an event that lasts whole days; null for any other.`, { examples: [null] }))

/** An event: also one that follows from something else, which has the words of that. */
export const Event = z.described(docs('A calendar event.', { id: 'CalendarEvent' }), {
  id: answeredId.meta(docs('Id of the event.')),
  ...fields,
  start_date: dateOf('First'),
  end_date: dateOf('Last'),
  title: answeredTitle.meta(docs('Title.', { examples: ['First meeting'] })),
  timezone: answeredText(100)
    .default('UTC')
    .meta(docs('Time zone (IANA name).', { examples: ['Europe/Berlin'] })),
  type: EventType,
  resource: z.orNull(ResourceLink).meta(docs('What it is about.')),
  course_id: z.orNull(id).meta(docs('Id of its course; null for an event for everyone.')),
  ...versioned,
})

/** What can be changed of an event that people make. */
export const EventInput = z.strictObject(fields)

export const NewEvent = EventInput.extend({
  course_id: Event.shape.course_id.meta(
    docs('Id of its course; null for an event for everyone.', { examples: [null] }),
  ),
})

/** When something is, or nothing in particular. */
export interface Lasting {
  start_at?: string
  end_at?: string | null
}

/** Whether an event lasts more than a day; the list of those that do is asked for without times. */
export const isLong = ({ start_at, end_at }: Lasting) =>
  start_at === undefined || Date.parse(end_at ?? start_at) - Date.parse(start_at) > dayMilliseconds

/** Events by their start, as a sort key. */
export const startOrder = ({ start_at, id }: { start_at: string; id: string }) => `${start_at}#${id}`

/**
 * An event is for everybody, for those who wrote or take part in a course, or for `user_ids`. Whose calendar
 * it is in by rows of its own says calendar.ts. Those of more than a day are in another list
 * again, in which they are found long after they began (decision 0010).
 */
export const events = entity({
  name: 'calendar.event',
  schema: Event.omit({ start_date: true, end_date: true }).extend({
    resource: z.orNull(StoredLink),
    audience: z.enum(['everybody', 'course', 'people']),
    user_ids: z.array(z.string()).default([]),
  }),
  key: ({ id }: { id: string }) => ({ pk: `event#${id}`, sk: 'event' }),
  lists: {
    ofCourse: {
      index: 'gsi1',
      partition: ({ course_id }: { course_id: string | null }) =>
        course_id === null ? null : `course#${course_id}#events`,
      sort: startOrder,
    },
    forEverybody: {
      index: 'gsi2',
      partition: ({ audience }: { audience: string }) =>
        audience === 'everybody' ? 'events#everybody' : null,
      shared: true,
      sort: startOrder,
    },
    longForEverybody: {
      index: 'gsi1',
      partition: ({ audience, ...times }: Lasting & { audience: string }) =>
        audience === 'everybody' && isLong(times) ? 'events#everybody#long' : null,
      shared: true,
      sort: startOrder,
    },
  },
  detail: ['user_ids'],
})

export type StoredEvent = ThingOf<typeof events>

/**
 * An event as people see it, with its dates: one that follows from a thing leads to that thing, and one of a course to
 * that as it is called now.
 */
export const presentEvent = (event: StoredEvent, course?: { title: string }) => {
  const resource =
    event.resource && forPeople({ ...event.resource, title: course?.title ?? event.resource.title })
  const url = event.url === event.resource?.url ? (resource?.url ?? null) : event.url
  return { ...event, ...datesOf(event), resource, url }
}

export type PresentEvent = ReturnType<typeof presentEvent>
