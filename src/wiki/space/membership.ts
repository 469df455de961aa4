import * as z from '../../platform/schema/schema.ts'
import { entity, keyWithin, type ThingOf } from '../../platform/table/entity.ts'
import { rowsByPerson } from '../../platform/table/derived-rows.ts'
import { holdersIn } from '../../platform/identity/members.ts'
import { nameOrder, users } from '../../platform/identity/user.ts'
import type { SharedKindWithRows } from '../../platform/sharing/shared-kind.ts'
import { spaceKind } from './access.ts'
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

type Space = ThingOf<typeof spaces>

/** Spaces with their member rows. */
export const sharedSpaces: SharedKindWithRows<Space> = {
  ...spaceKind,
  rows: rowsByPerson(spaceMemberships, holdersIn, ({ id: space_id, name }: Space, user_id) => ({
    user_id,
    space_id,
    name,
  })),
  counters: ['page_count'],
  total: 'page_count',
}
