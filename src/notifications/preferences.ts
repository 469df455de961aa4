import { isDeepStrictEqual } from 'node:util'
import { docs } from '#docs'
import { users } from '../platform/identity/user.ts'
import { id, upTo } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import { entity, keyWithin, type ThingOf } from '../platform/table/entity.ts'
import {
  atOnceTypes,
  chosenTypes,
  isChosen,
  isDirect,
  type ChosenType,
  type NotificationTypeName,
} from './notification-types.ts'

export const Channels = z
  .strictObject({
    in_app: z.boolean().meta(docs('True if the notification is in the list of notifications.')),
    mail: z
      .enum(['none', 'at_once', 'daily'])
      .meta(
        docs(
          'Delivery by email: not at all (`none`), immediately (`at_once`), or in the digest of the next ' +
            'morning (`daily`).',
        ),
      ),
  })
  .meta(docs('Channels by which a person is notified.', { id: 'NotificationChannels' }))
export type Channels = z.output<typeof Channels>

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as 22:00')
  .meta(docs('A time of day in the person’s time zone.', { examples: ['22:00'] }))

const QuietHours = z
  .strictObject({ start: timeOfDay, end: timeOfDay })
  .meta(
    docs(
      'Start and end of the period without email; if the end is before the start, the period includes midnight.',
    ),
  )

const quietHoursField = (hours: typeof QuietHours) =>
  z.orNull(hours).meta(docs('Hours without email; email is sent when they end. Null for none.'))

/** Types of resources that notifications are about, or that enclose those. */
const MutedType = z.enum([
  'wiki_space',
  'wiki_page',
  'project',
  'task',
  'course',
  'category',
  'ticket',
  'chat',
  'file',
  'assistant',
])

const Muted = z
  .strictObject({ type: MutedType.meta(docs('Type of resource.')), id })
  .meta(docs('A muted resource.', { id: 'MutedResource' }))

const perType = (channels: Channels) => Object.fromEntries(atOnceTypes.map((type) => [type, channels]))

export const PreferencesInput = z.strictObject({
  defaults: Channels.default({ in_app: true, mail: 'daily' }).meta(
    docs('Channels of the types that `types` does not name.'),
  ),
  types: z
    .strictObject(
      Object.fromEntries(chosenTypes.map((type) => [type, Channels.optional()])) as Record<
        ChosenType,
        z.ZodOptional<typeof Channels>
      >,
    )
    .default(perType({ in_app: true, mail: 'at_once' }))
    .meta(
      docs('Types of notifications with other channels. If sent, replaces all of them.', {
        examples: [{ page_updated: { in_app: true, mail: 'none' } }],
      }),
    ),
  quiet_hours: quietHoursField(
    QuietHours.refine(({ start, end }) => start !== end, 'must not end at the time at which they start'),
  ),
  muted: upTo(200, Muted).meta(
    docs(
      'Resources that send the person no notifications, including everything in a muted space or project, and ' +
        'the courses published in a muted category, but not in its subcategories. Notifications meant only ' +
        'for the person, such as mentions and assignments, are still sent.',
      { maxItems: 200, examples: [[]] },
    ),
  ),
})

export const Preferences = z.described(
  docs('The notification preferences of a person.', { id: 'NotificationPreferences' }),
  {
    ...PreferencesInput.shape,
    quiet_hours: quietHoursField(QuietHours),
    version: z
      .int()
      .min(1)
      .meta(docs('Version number, starting at 1; also the `ETag`.', { examples: [1] })),
  },
)

/**
 * One item per person who has changed a preference. `types` has only differences from the defaults of the system, so
 * that a new type reaches everybody alike; null means that the person's `defaults` apply.
 */
export const preferences = entity({
  name: 'notifications.preferences',
  schema: Preferences.extend({
    user_id: z.string(),
    types: z.record(z.string(), Channels.nullable()).default({}),
  }),
  key: keyWithin('user_id', users, () => 'notification-preferences'),
})

export type StoredPreferences = ThingOf<typeof preferences>
type Types = z.output<typeof Preferences>['types']

const usualTypes: StoredPreferences['types'] = perType({ in_app: true, mail: 'at_once' })

/** Returns the types with channels that differ from the person's `defaults`. */
const effectiveTypes = ({ types }: StoredPreferences): Types =>
  Object.fromEntries(Object.entries({ ...usualTypes, ...types }).filter(([, channels]) => channels !== null))

export const presentPreferences = (stored: StoredPreferences): z.output<typeof Preferences> => ({
  ...stored,
  types: effectiveTypes(stored),
})

/** Returns the stored form of the chosen types. */
export const storedTypes = (chosen: Types): StoredPreferences['types'] => {
  const left = Object.keys(usualTypes).filter((type) => !Object.hasOwn(chosen, type))
  const changed = Object.entries(chosen).flatMap(([type, channels]) =>
    channels && !isDeepStrictEqual(channels, usualTypes[type]) ? [[type, channels] as const] : [],
  )
  return Object.fromEntries([...left.map((type) => [type, null] as const), ...changed])
}

/** Type, resource and enclosing space, project or category of a notification. */
export interface ChannelQuery {
  type: NotificationTypeName
  resource: { id: string } | null
  within?: string | undefined
}

/** Returns true if a person has muted the resource of a notification that is not direct. */
export const isMuted = ({ muted }: StoredPreferences, { type, resource, within }: ChannelQuery): boolean =>
  isChosen(type) &&
  !isDirect(type) &&
  // a resource in the trash keeps its ID
  muted.some(({ id: mutedId }) => mutedId === resource?.id || mutedId === within)

/** Returns the channels through which a notification reaches a person. */
export const channelsFor = (chosen: StoredPreferences, query: ChannelQuery): Channels => {
  if (!isChosen(query.type)) return { in_app: true, mail: 'none' }
  if (isMuted(chosen, query)) return { in_app: false, mail: 'none' }
  return effectiveTypes(chosen)[query.type] ?? chosen.defaults
}

/** Returns the changes that stop mails of a type, or of a digest for `digest`. */
export const withoutMail = (chosen: StoredPreferences, type: string): Partial<StoredPreferences> => {
  const { defaults, types } = chosen
  const stopped = (channels: Channels): Channels =>
    channels.mail === 'daily' ? { ...channels, mail: 'none' } : channels
  if (type === 'digest') {
    const kept = Object.entries(types).map(([name, channels]) => [name, channels && stopped(channels)])
    return { defaults: stopped(defaults), types: Object.fromEntries(kept) as StoredPreferences['types'] }
  }
  const { in_app } = effectiveTypes(chosen)[type as ChosenType] ?? defaults
  return { types: { ...types, [type]: { in_app, mail: 'none' } } }
}

/** Returns true if notifications of a type, or for `digest` all in a digest, are in the application too. */
export const isInApp = (chosen: StoredPreferences, type: string): boolean => {
  const types = effectiveTypes(chosen)
  if (type !== 'digest') return (types[type as ChosenType] ?? chosen.defaults).in_app
  const all = [chosen.defaults, ...Object.values(types).filter((channels) => channels !== undefined)]
  return all.every(({ in_app, mail }) => in_app || mail !== 'daily')
}
