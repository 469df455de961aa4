import { docs } from '#docs'
import * as z from '../schema/schema.ts'
import { answeredArray, answeredId, line, Person, versioned, answeredCount, upTo } from '../schema/fields.ts'
import { entity } from '../table/entity.ts'
import { nameOrder } from './user.ts'

/** Maximum number of owners of a group. */
export const maxOwners = 20

/** Fields of a group that administrators edit, without its members. */
export const groupFields = {
  name: line(100).meta(docs('Name, unique among groups.', { examples: ['Research'] })),
  description: z.orNull(z.string().max(2_000)).meta(docs('Description of its members.')),
}

export const Group = z.described(docs('A group of people.', { id: 'Group' }), {
  id: answeredId.meta(docs('ID of the group.')),
  ...groupFields,
  external_id: z
    .orNull(z.string().max(255))
    .meta(docs('ID in the directory that manages the group; null if it was created in this service.')),
  owner_ids: answeredArray(answeredId, maxOwners).default([]).meta(docs('IDs of its owners.')),
  owners: upTo(maxOwners, Person).meta(
    docs(
      'IDs of the people who may change its members, assign courses to it, and see how its members complete them, ' +
        'in addition to administrators.',
    ),
  ),
  member_count: z.unversioned(
    answeredCount.default(0).meta(docs('Number of people in it.', { examples: [12] })),
  ),
  ...versioned,
})

/** Returns true if a person owns a group. */
export const isGroupOwner = ({ id }: { id: string }, group: { owners: { id: string }[] }): boolean =>
  group.owners.some((owner) => owner.id === id)

/** Name shown for a deleted group where only its ID is stored. */
export const formerGroupName = 'Deleted group'

export const groups = entity({
  name: 'groups.group',
  schema: Group.omit({ owner_ids: true }),
  key: ({ id }: { id: string }) => ({ pk: `group#${id}`, sk: 'group' }),
  lists: {
    all: { index: 'gsi1', partition: () => 'groups', shared: true, sort: nameOrder },
  },
  counters: ['member_count'],
})
