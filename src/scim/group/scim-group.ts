import { docs } from '#docs'
import { groupMemberships, type StoredGroup } from '../../groups/group/group.ts'
import { groups } from '../../platform/identity/group.ts'
import { answeredArray } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { readList } from '../../platform/table/list/list.ts'
import { urn, urns } from '../protocol.ts'
import { resourceMeta, ScimMeta, scimText } from '../user/scim-user.ts'
import { uuid } from '../user/known-users.ts'

/** Maximum number of members returned, or set, at once (API.md section 11). */
export const maxMembers = 1_000

/** A group as a directory sees it; attributes that were not requested, or have no value, are absent. */
export const ScimGroup = z.described(docs('A group as a SCIM resource.', { id: 'ScimGroup' }), {
  schemas: urns(1).optional(),
  id: scimText('ID of the group.'),
  externalId: scimText('ID of the group in the directory.'),
  displayName: scimText('Name, unique among groups.'),
  members: answeredArray(
    z.described(docs('A member of a group.', { id: 'ScimMember' }), {
      value: scimText('ID of the member.'),
      display: scimText('Name.'),
      type: scimText('Always `User`.'),
    }),
    1_000,
  )
    .optional()
    .meta(docs('The members; absent if the response would have more than 1,000.')),
  meta: ScimMeta,
})

/** Returns true if a directory created the group; directories see no other groups. */
export const isOfDirectory = ({ external_id }: Pick<StoredGroup, 'external_id'>): boolean =>
  external_id !== null

/** Returns the group with an ID; throws 404 if no directory created it. */
export const getGroup = async (id: string): Promise<StoredGroup> => {
  const group = uuid.test(id) ? await groups.find({ id: id.toLowerCase() }) : undefined
  if (!group || !isOfDirectory(group)) throw groups.absent()
  return group
}

/** Returns the members of a group, up to 1,000; undefined if there are more. */
export const findMembership = async (group_id: string) => {
  const range = groupMemberships.in('ofGroup', { group_id })
  const { items, next_cursor } = await readList(range, { limit: maxMembers })
  return next_cursor === null ? items : undefined
}

type Members = Awaited<ReturnType<typeof findMembership>>

/** Returns the directory's ID of a group; null if it has sent none, which is stored as the group's own ID. */
export const toExternalId = ({ id, external_id }: Pick<StoredGroup, 'id' | 'external_id'>): string | null =>
  external_id === id ? null : external_id

export const toScimGroup = (
  group: Omit<StoredGroup, 'description'>,
  members?: Members,
): z.input<typeof ScimGroup> => ({
  schemas: [urn.group],
  id: group.id,
  externalId: toExternalId(group) ?? undefined,
  displayName: group.name,
  members: members?.map(({ user_id, user }) => ({ value: user_id, display: user.name, type: 'User' })),
  meta: resourceMeta('Group', group),
})
