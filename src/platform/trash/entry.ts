import { docs } from '#docs'
import { users } from '../identity/user.ts'
import { answeredText, answeredId, Person, timestamp, answeredTitle, optionalText } from '../schema/fields.ts'
import * as z from '../schema/schema.ts'
import { derivedRows } from '../table/derived-rows.ts'
import { entity, keyBelow, type ThingOf } from '../table/entity.ts'

export const trashEntryType = { type: 'trash_entry', path: '/trash/{id}' } as const

export const TrashEntry = z.described(
  docs('A deleted resource that can be restored.', { id: 'TrashEntry' }),
  {
    id: answeredId.meta(docs('ID of the entry in the trash.')),
    type: answeredText(100).meta(docs('Type of the deleted resource.', { examples: ['wiki_page'] })),
    title: answeredTitle.meta(docs('Its title or name.', { examples: ['Welcome'] })),
    resource_id: answeredId.meta(docs('Its ID, which stays the same when it is restored.')),
    item_count: z
      .int()
      .default(1)
      .meta(
        docs(
          'Number of resources deleted with it, including itself: pages of a space or below a page (no drafts), ' +
            'tasks of a project.',
          { minimum: 1, examples: [12] },
        ),
      ),
    deleted_by: Person.meta(docs('The person who deleted it.')),
    deleted_at: timestamp.meta(docs('Time of the deletion.')),
    purge_at: timestamp.meta(docs('Time of the permanent deletion, 30 days later.')),
  },
)

/** Returns a sort key that puts the newest deletion last. */
const deletionOrder = ({ deleted_at, id }: { deleted_at: string; id: string }) => `${deleted_at}#${id}`

/**
 * `trashed`: can be restored. `restoring`: the resource is restored, and its descendants follow. `purging`: the
 * resource is permanently deleted, and everything that belongs to it is being deleted.
 */
const State = z.enum(['trashed', 'restoring', 'purging'])

interface Listed {
  state: z.output<typeof State>
}

/**
 * A deleted resource; `item` is its complete table item. Its descendants and dependent items stay in place but are
 * invisible, because every read checks the resource. An entry has the ID of its resource, so one ID finds both, and a
 * resource is in the table or in the trash, never in both: every move deletes one and creates the other in one
 * transaction.
 */
export const trashEntries = entity({
  name: 'trash.entry',
  schema: TrashEntry.extend({
    state: State.default('trashed'),
    /** ID of the space or project of the resource, if it was in one. */
    container_id: optionalText,
    /** ID of the author or owner. */
    owner_id: z.string(),
    item: z.record(z.string(), z.unknown()),
    /** True if all descendants are in the trash too; false if some have yet to follow. */
    is_whole: z.boolean().default(true),
    version: z.int(),
  }),
  key: ({ id }: { id: string }) => ({ pk: `trash#${id}`, sk: 'entry' }),
  lists: {
    within: {
      index: 'gsi1',
      partition: ({ container_id, state }: Listed & { container_id: string | null }) =>
        container_id !== null && state === 'trashed' ? `trash#${container_id}` : null,
      sort: deletionOrder,
      order: 'descending',
    },
    all: {
      index: 'gsi2',
      partition: ({ state }: Listed) => (state === 'trashed' ? 'trash' : null),
      shared: true,
      sort: deletionOrder,
      order: 'descending',
    },
  },
  detail: ['item'],
  counters: ['item_count'],
})

export type StoredEntry = ThingOf<typeof trashEntries>

/** Retention time of the hidden index terms of trashed resources: most restores happen within it, or never. */
const retentionMilliseconds = 86_400_000

/** Returns the time until which the index terms of an entry's resources are retained, in milliseconds since 1970. */
export const indexTermsRetainedUntil = ({ deleted_at }: Pick<StoredEntry, 'deleted_at'>): number =>
  Date.parse(deleted_at) + retentionMilliseconds

/**
 * Returns true if trashed resources were permanently deleted while their index terms may still be retained, so that the
 * terms must be removed.
 */
export const endsTermRetention = (before: StoredEntry | undefined, after: StoredEntry | undefined): boolean =>
  before?.state === 'trashed' && after?.state === 'purging' && indexTermsRetainedUntil(after) > Date.now()

/** A row that lists an entry under a person who deleted, wrote or owned its resource. */
export const trashRows = entity({
  name: 'trash.row',
  isInternal: true,
  schema: TrashEntry.omit({ resource_id: true, item_count: true, deleted_by: true, purge_at: true }).extend({
    user_id: z.string(),
    container_id: z.string().nullable(),
  }),
  ...keyBelow('user_id', users, 'trash', deletionOrder, 'descending'),
})

const trashedRows = (entry: StoredEntry | undefined): Map<string, ThingOf<typeof trashRows>> => {
  if (entry?.state !== 'trashed') return new Map()
  const { id, type, title, deleted_at, container_id, deleted_by, owner_id } = entry
  const people = new Set([deleted_by.id, owner_id])
  return new Map(
    [...people].map((user_id) => [user_id, { id, type, title, deleted_at, container_id, user_id }]),
  )
}

/** Rows of an entry, one for each of its people. */
export const personRows = derivedRows(trashRows, trashedRows)
