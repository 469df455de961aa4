import { docs } from '#docs'
import { groupMemberships, type StoredGroup } from '../../groups/group/group.ts'
import { groups } from '../../platform/identity/group.ts'
import { answeredArray } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { readList } from '../../platform/table/list/list.ts'
import { urn, urns } from '../protocol.ts'
import { metaOf, ScimMeta, scimText } from '../user/scim-user.ts'
import { uuid } from '../user/known-users.ts'

/** How many members are answered, or set, at once (API.md section 11). */
export const maxMembers = 1_000

/** A group as a directory sees it; what was not asked for, or has no value, is absent. */
export const ScimGroup = z.described(docs('A group, as a directory sees it.', { id: 'ScimGroup' }), {
  schemas: urns(1).optional(),
  id: scimText('Id of the group.'),
  externalId: scimText('Id of the group in the directory.'),
  displayName: scimText('Name, unique among groups.'),
  members: answeredArray(
    z.described(docs('A member of a group.', { id: 'ScimMember' }), {
      value: scimText('Id of the member.'),
      display: scimText('Name.'),
      type: scimText('Always `User`.'),
    }),
    1_000,
  )
    .optional()
    .meta(docs('Who is in it; absent where an answer would have more than 1 000.')),
  meta: ScimMeta,
})

/** Whether a directory made a group, and so sees it. */
export const isOfDirectory = ({ external_id }: Pick<StoredGroup, 'external_id'>): boolean =>
  external_id !== null

/** The group with an id; throws 404 for one that no directory made. */
export const getGroup = async (id: string): Promise<StoredGroup> => {
  const group = uuid.test(id) ? await groups.find({ id: id.toLowerCase() }) : undefined
  if (!group || !isOfDirectory(group)) throw groups.absent()
  return group
}

/** Who is in a group, up to 1 000; undefined where there are more. */
export const findMembership = async (group_id: string) => {
  const range = groupMemberships.in('ofGroup', { group_id })
  const { items, next_cursor } = await readList(range, { limit: maxMembers })
  return next_cursor === null ? items : undefined
}

type Members = Awaited<ReturnType<typeof findMembership>>

/** By what the directory knows a group: its own id where it has said none. */
export const externalIdOf = ({ id, external_id }: Pick<StoredGroup, 'id' | 'external_id'>): string | null =>
  external_id === id ? null : external_id

export const toScimGroup = (
  group: Omit<StoredGroup, 'description'>,
  members?: Members,
): z.input<typeof ScimGroup> => ({
  schemas: [urn.group],
  id: group.id,
  externalId: externalIdOf(group) ?? undefined,
  displayName: group.name,
  members: members?.map(({ user_id, user }) => ({ value: user_id, display: user.name, type: 'User' })),
  meta: metaOf('Group', group),
})
