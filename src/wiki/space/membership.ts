import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { derivedRows } from '../../platform/table/derived-rows.ts'
import { memberIds } from '../../platform/identity/members.ts'
import { nameOrder, users } from '../../platform/identity/user.ts'
import type { spaces } from './space.ts'

type Space = ThingOf<typeof spaces>
type Membership = ThingOf<typeof spaceMemberships>

/**
 * That somebody belongs to a private space, under that person, by the space's name: where the list of their spaces
 * comes from. Rights do not: they are decided from the space.
 */
export const spaceMemberships = entity({
  name: 'wiki.membership',
  isInternal: true,
  schema: z.object({ user_id: z.string(), space_id: z.string(), name: z.string() }),
  key: ({ user_id, space_id }: { user_id: string; space_id: string }) => ({
    pk: users.keyOf({ id: user_id }).pk,
    sk: `space#${space_id}`,
  }),
  lists: {
    ofUser: {
      index: 'gsi1',
      partition: ({ user_id }: { user_id: string }) => `user#${user_id}#spaces`,
      sort: ({ name, space_id }) => nameOrder({ name, id: space_id }),
    },
  },
})

/** The memberships that a space has, by person; none for an internal one, which everybody sees anyway. */
const membershipsOf = (space: Space | undefined): Map<string, Membership> => {
  if (space?.visibility !== 'private') return new Map()
  const { id: space_id, name, owner, members } = space
  const ids = [owner.id, ...memberIds(members)]
  return new Map(ids.map((user_id) => [user_id, { user_id, space_id, name }]))
}

export const membershipRows = derivedRows(spaceMemberships, membershipsOf)
