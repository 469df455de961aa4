import { docs } from '#docs'
import { users } from '../identity/user.ts'
import { answeredText, answeredId, Person, timestamp, answeredTitle, optionalText } from '../schema/fields.ts'
import * as z from '../schema/schema.ts'
import { derivedRows } from '../table/derived-rows.ts'
import { entity, within, type ThingOf } from '../table/entity.ts'

/** An entry of the trash as others point to it. */
export const trashEntryType = { type: 'trash_entry', path: '/trash/{id}' } as const

export const TrashEntry = z.described(docs('A deleted thing that can be restored.', { id: 'TrashEntry' }), {
  id: answeredId.meta(docs('Id of the entry in the trash.')),
  type: answeredText(100).meta(docs('Type of the deleted thing.', { examples: ['wiki_page'] })),
  title: answeredTitle.meta(docs('Its title or name.', { examples: ['Welcome'] })),
  resource_id: answeredId.meta(docs('Its id, which it has again once it is restored.')),
  item_count: z
    .int()
    .default(1)
    .meta(
      docs(
        'How many things went with it, itself included: pages of a space or below a page (no drafts), tasks of a ' +
          'project.',
        { minimum: 1, examples: [12] },
      ),
    ),
  deleted_by: Person.meta(docs('Who deleted it.')),
  deleted_at: timestamp.meta(docs('When it was deleted.')),
  purge_at: timestamp.meta(docs('When it is deleted for good, 30 days later.')),
})

/** Newest deletion last, as a sort key. */
const deletionOrder = ({ deleted_at, id }: { deleted_at: string; id: string }) => `${deleted_at}#${id}`

/**
 * `trashed`: it can be restored. `restoring`: it is back, and what is below it comes back behind it. `purging`: it is
 * gone for good, and what belongs to it is swept.
 */
const State = z.enum(['trashed', 'restoring', 'purging'])

interface Listed {
  state: z.output<typeof State>
}

/**
 * A deleted thing: `item` is its item of the table, whole. What is below or beside the thing stays where it is, and
 * shows nowhere, as every read looks at the thing. An entry has the id of its thing, so both are found by one id, and
 * a thing is in the table or in the trash, never in both: every move takes one away and puts the other, together.
 */
export const trashEntries = entity({
  name: 'trash.entry',
  schema: TrashEntry.extend({
    state: State.default('trashed'),
    /** The space or the project that it was in, if it was in one. */
    container_id: optionalText,
    /** Who wrote or owned it. */
    owner_id: z.string(),
    item: z.record(z.string(), z.unknown()),
    /** Whether all that was below it is in the trash with it, or has still to follow. */
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

/** That somebody deleted, wrote or owned what is in the trash, under that person: where their list comes from. */
export const trashRows = entity({
  name: 'trash.row',
  isInternal: true,
  schema: TrashEntry.omit({ resource_id: true, item_count: true, deleted_by: true, purge_at: true }).extend({
    user_id: z.string(),
    container_id: z.string().nullable(),
  }),
  ...within('user_id', users, 'trash', deletionOrder, 'descending'),
})

const rowsOf = (entry: StoredEntry | undefined): Map<string, ThingOf<typeof trashRows>> => {
  if (entry?.state !== 'trashed') return new Map()
  const { id, type, title, deleted_at, container_id, deleted_by, owner_id } = entry
  const people = new Set([deleted_by.id, owner_id])
  return new Map(
    [...people].map((user_id) => [user_id, { id, type, title, deleted_at, container_id, user_id }]),
  )
}

/** An entry under each of its people. */
export const personRows = derivedRows(trashRows, rowsOf)
