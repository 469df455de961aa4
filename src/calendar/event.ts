import { docs } from '#docs'
import * as z from '../platform/schema/schema.ts'
import { entity, type ThingOf } from '../platform/table/entity.ts'
import { wholeDayDates, dayMilliseconds } from './dates.ts'
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

/** An event as other resources refer to it. */
export const eventType = { type: 'event', path: '/lms/events/{id}' } as const

export const EventType = z
  .enum(['course_start', 'course_end', 'session', 'deadline', 'task_due', 'course_due'])
  .meta(docs('Type of event; more may be added.', { examples: ['session'] }))

/** Maximum time between a reminder and its event: four weeks. */
const maxReminderMinutes = 4 * 7 * 24 * 60

/** Fields that people edit: the history shows all of them, and changes of them can be undone. */
export const eventFields = {
  title: line(255).meta(docs('Title.', { examples: ['First meeting'] })),
  description: z.orNull(z.string().max(10_000)).meta(docs('Details.')),
  start_at: timestamp.meta(docs('Start time.')),
  end_at: optionalTime.meta(docs('End time, at most 366 days after the start.')),
  all_day: z.boolean().default(false).meta(docs('True if the event lasts whole days in `timezone`.')),
  timezone: settings.timezone,
  location: z.orNull(z.string().trim().max(500)).meta(docs('Place.')),
  url: z
    .orNull(z.url({ protocol: /^https?$/ }).max(2_000))
    .meta(docs('Web address.', { examples: ['https://example.com/meeting'] })),
  type: z
    .enum(['session', 'deadline'])
    .default('session')
    .meta(docs('Type of the event: a meeting or a deadline.')),
  reminder_minutes: z
    .orNull(z.int().min(0).max(maxReminderMinutes))
    .meta(docs('Minutes before the start at which people are reminded; null for no reminder.')),
}

const wholeDayField = (which: string) =>
  z.iso
    .date()
    .nullable()
    .meta(
      docs(`${which} day of an event that lasts whole days; null for other events.`, { examples: [null] }),
    )

/** An event; one that is derived from another resource has the title of that resource. */
export const Event = z.described(docs('A calendar event.', { id: 'CalendarEvent' }), {
  id: answeredId.meta(docs('ID of the event.')),
  ...eventFields,
  start_date: wholeDayField('First'),
  end_date: wholeDayField('Last'),
  title: answeredTitle.meta(docs('Title.', { examples: ['First meeting'] })),
  timezone: answeredText(100)
    .default('UTC')
    .meta(docs('Time zone (IANA name).', { examples: ['Europe/Berlin'] })),
  type: EventType,
  resource: z.orNull(ResourceLink).meta(docs('The course or task of the event; null if there is none.')),
  course_id: z.orNull(id).meta(docs('ID of the course; null for an event for everyone.')),
  ...versioned,
})

/** Times of an event, or none. */
export interface Lasting {
  start_at?: string
  end_at?: string | null
}

/**
 * Returns true if an event lasts more than a day. Without times also returns true, because the query of the list of
 * long events has none.
 */
export const isLong = ({ start_at, end_at }: Lasting) =>
  start_at === undefined || Date.parse(end_at ?? start_at) - Date.parse(start_at) > dayMilliseconds

/** Returns the sort key of an event by its start. */
export const startOrder = ({ start_at, id }: { start_at: string; id: string }) => `${start_at}#${id}`

/**
 * An event for everyone, for the authors and participants of a course, or for `user_ids`; calendar.ts writes the
 * entries of personal calendars. Events of more than a day are in an additional list, which finds them long after their
 * start (decision 0010).
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
 * Returns an event for people, with its dates. An event derived from a resource links to it; an event of a course has
 * the course's current title.
 */
export const presentEvent = (event: StoredEvent, course?: { title: string }) => {
  const resource =
    event.resource && forPeople({ ...event.resource, title: course?.title ?? event.resource.title })
  const url = event.url === event.resource?.url ? (resource?.url ?? null) : event.url
  return { ...event, ...wholeDayDates(event), resource, url }
}

export type PresentEvent = ReturnType<typeof presentEvent>
