import * as z from 'zod'
import { entity, type ThingOf } from '../platform/entity.ts'
import type { Operation } from '../platform/table.ts'
import { nameOrder, users } from '../users/user.ts'
import type { spaces } from './space.ts'

type Space = ThingOf<typeof spaces>
type Membership = ThingOf<typeof memberships>

/**
 * That somebody belongs to a private space, under that person, by the space's name: where the list of their spaces
 * comes from. Rights do not: they are decided from the space.
 */
export const memberships = entity({
  name: 'wiki.membership',
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
export const membershipsOf = (space: Space | undefined): Map<string, Membership> => {
  if (space?.visibility !== 'private') return new Map()
  const { id: space_id, name, owner, members } = space
  const ids = [owner.id, ...members.map(({ user_id }) => user_id)]
  return new Map(ids.map((user_id) => [user_id, { user_id, space_id, name }]))
}

/** Whose memberships differ between two states of a space. */
export const affectedBy = (before: Space | undefined, after: Space | undefined): string[] => {
  const [old, present] = [membershipsOf(before), membershipsOf(after)]
  return [...new Set([...old.keys(), ...present.keys()])].filter(
    (id) => old.get(id)?.name !== present.get(id)?.name,
  )
}

/** So many memberships change with their space in one transaction; the others follow from the table's stream. */
const atOnce = 90

/** The writes that take the first memberships along with a change of their space. */
export const toFollow = (before: Space | undefined, after: Space | undefined): Operation[] => {
  const present = membershipsOf(after)
  const { id: space_id } = (after ?? before) as Space
  return affectedBy(before, after)
    .slice(0, atOnce)
    .map((user_id) => {
      const membership = present.get(user_id)
      return membership ? memberships.toPut(membership) : memberships.toRemove({ user_id, space_id })
    })
}
