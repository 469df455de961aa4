import type { Actor } from '../../platform/identity/actor.ts'
import type { ThingOf } from '../../platform/table/entity.ts'
import type { IfMatch } from '../../platform/table/changes.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { transact } from '../../platform/table/table.ts'
import { findHolders, withNames, type Member } from '../../platform/identity/members.ts'
import { changeShared, toTrashShared, type SharedChanges } from '../../platform/sharing/shared-writes.ts'
import { requireSpaceAdmin } from './access.ts'
import { sharedSpaces } from './membership.ts'
import { proposeSlug, slugs, slugTaken } from './slug.ts'
import { spaces, type Permission } from './space.ts'
import { ongoingMoves, treeMoving, trees } from './tree.ts'

type Space = ThingOf<typeof spaces>
type MemberInputs = (Member & { permission: Permission })[]

type NewSpace = Pick<Space, 'name' | 'description' | 'visibility' | 'internal_permission'> & {
  slug?: string | undefined
  members: MemberInputs
}

/** Creates a space; throws 409 if the requested slug is taken. */
export const addSpace = async (owner: Actor, { slug: wanted, members, ...fields }: NewSpace) => {
  const people = withNames('members', members, await findHolders(members))
  const space = spaces.make({ ...fields, slug: 'to-be-found', members: people, owner })
  return retryOnConflict(async (attempt) => {
    const slug = wanted ?? proposeSlug(space.name, attempt)
    const made = { ...space, slug }
    await transact([
      spaces.toCreate(made),
      trees.toCreate(trees.make({ space_id: space.id })),
      slugs.toCreate({ slug, space_id: space.id }, wanted === undefined ? undefined : slugTaken(slug)),
      ...sharedSpaces.rows.toSync(undefined, made),
    ])
    return made
  })
}

/** Changes a space; throws 403 if the caller is not its admin, 409 if the slug is taken, 412. */
export const changeSpace = (actor: Actor, id: string, changes: SharedChanges<Space>, ifMatch: IfMatch) =>
  changeShared(sharedSpaces, id, changes, ifMatch, {
    require: (space) => requireSpaceAdmin(actor, space),
    also: (current, { slug }) =>
      slug === current.slug
        ? []
        : [slugs.toCreate({ slug, space_id: id }, slugTaken(slug)), slugs.toRemove(current)],
  })

/**
 * Moves a space to the trash, which makes all its pages unreadable; throws 409 while a large tree moves into or out of
 * it.
 */
export const removeSpace = async (actor: Actor, id: string, ifMatch: IfMatch) => {
  const [first, held] = await Promise.all([spaces.get({ id }), trees.find({ space_id: id })])
  return spaces.modify(first, async (current) => {
    requireSpaceAdmin(actor, current)
    const tree = current === first ? held : await trees.find({ space_id: id })
    if (tree && ongoingMoves(tree).length > 0) throw treeMoving()
    await transact([...toTrashShared(sharedSpaces, actor, current, ifMatch), slugs.toRemove(current)])
  })
}
