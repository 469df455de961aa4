import { docs } from '#docs'
import { Group, groupFields, groups, maxOwners } from '../../platform/identity/group.ts'
import { answeredId, id, Person, timestamp } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { entity, keyWithin, type ThingOf } from '../../platform/table/entity.ts'

export const groupType = { type: 'group', path: '/groups/{id}' } as const

export const groupSearchScope = 'group'

/** Maximum number of members that one request sets. */
export const maxListedMembers = 1_000

const areDistinct = (ids: unknown[]) => new Set(ids).size === ids.length

const distinctIds = (most: number, what: z.GlobalMeta) =>
  z.array(id).max(most).refine(areDistinct, 'must not name a person twice').default([]).meta(what)

export const GroupInput = z.strictObject({
  ...groupFields,
  owner_ids: distinctIds(
    maxOwners,
    docs(
      'IDs of the people who may change its members, assign courses to it, and see how its members complete them, ' +
        `in addition to administrators, at most ${maxOwners}.`,
    ),
  ),
  member_ids: distinctIds(maxListedMembers, docs('IDs of its members, at most 1,000.')),
})

export const GroupSummary = Group.omit({ description: true }).meta(
  docs('A group of people, as shown in lists.', { id: 'GroupSummary' }),
)

export type StoredGroup = ThingOf<typeof groups>

export const GroupMember = z.described(docs('A member of a group.', { id: 'GroupMember' }), {
  user_id: answeredId.meta(docs('ID of the member.')),
  user: Person.meta(docs('The person.')),
  created_at: timestamp.meta(docs('Time when the person became a member.')),
})

/**
 * Membership of a person in a group, stored under the group. Permissions follow from the person's own list
 * (decision 0048).
 */
export const groupMemberships = entity({
  name: 'groups.membership',
  schema: GroupMember.extend({ group_id: z.string() }),
  key: keyWithin('group_id', groups, ({ user_id }: { user_id: string }) => `member#${user_id}`),
  lists: {
    ofGroup: {
      partition: ({ group_id }: { group_id: string }) => groups.keyOf({ id: group_id }).pk,
      prefix: 'member#',
    },
  },
})
