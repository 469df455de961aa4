import * as z from '../../platform/schema/schema.ts'
import { entity, keyWithin, type ThingOf } from '../../platform/table/entity.ts'
import { rowsByPerson } from '../../platform/table/derived-rows.ts'
import { ownerAfter, withoutMember, type Erasure } from '../../platform/identity/erasure.ts'
import { holdersIn } from '../../platform/identity/members.ts'
import { nameOrder, users } from '../../platform/identity/user.ts'
import type { spaces } from './space.ts'

/**
 * Index rows of private spaces by member (a person or a group), sorted by name of the space, used to list the spaces of
 * a person. Permissions are decided from the space itself.
 */
export const spaceMemberships = entity({
  name: 'wiki.membership',
  isInternal: true,
  schema: z.object({ user_id: z.string(), space_id: z.string(), name: z.string() }),
  key: keyWithin('user_id', users, ({ space_id }: { space_id: string }) => `space#${space_id}`),
  lists: {
    ofUser: {
      index: 'gsi1',
      partition: ({ user_id }: { user_id: string }) => `user#${user_id}#spaces`,
      sort: ({ name, space_id }) => nameOrder({ name, id: space_id }),
    },
  },
})

export const membershipRows = rowsByPerson(
  spaceMemberships,
  holdersIn,
  ({ id: space_id, name }: ThingOf<typeof spaces>, user_id) => ({ user_id, space_id, name }),
)

/** Returns the changed fields of a space when a person is erased. */
export const withoutSpaceMember = ({ owner, members }: ThingOf<typeof spaces>, erasure: Erasure) => ({
  owner: ownerAfter(owner, erasure),
  members: withoutMember(members, erasure),
})
