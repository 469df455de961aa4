import type { Actor } from '../platform/identity/actor.ts'
import { noteReading } from '../platform/identity/reading.ts'
import { findMember } from '../platform/identity/members.ts'
import type { ThingOf } from '../platform/table/entity.ts'
import { type Problem, problem } from '../platform/runtime/problem.ts'
import { spaces, spaceType, type Permission } from './space.ts'

type Space = Pick<ThingOf<typeof spaces>, 'id' | 'owner' | 'members' | 'visibility' | 'internal_permission'>

const ranks = { read: 1, write: 2, admin: 3 } as const

export const allows = (permission: Permission | undefined, needed: Permission): boolean =>
  permission !== undefined && ranks[permission] >= ranks[needed]

/** What somebody may do in a space without the role of an administrator. */
export const ownPermissionIn = (space: Space, actor: Pick<Actor, 'id'>): Permission | undefined => {
  if (space.owner.id === actor.id) return 'admin'
  const own = findMember(space.members, actor)?.permission
  if (space.visibility === 'private') return own
  return allows(own, space.internal_permission) ? own : space.internal_permission
}

/**
 * What somebody may do in a space: everything as its owner or an administrator; nothing in a private one of others.
 * What is asked for is `thing`, the space itself by default.
 */
export const permissionIn = (
  space: Space,
  actor: Pick<Actor, 'id' | 'role'>,
  thing = { type: spaceType.type as string, id: space.id },
): Permission | undefined => {
  const own = ownPermissionIn(space, actor)
  if (actor.role !== 'admin') return own
  if (!own) noteReading(actor, thing)
  return 'admin'
}

/** Whether somebody may see a space and read its pages. */
export const canSee = (space: Space, actor: Pick<Actor, 'id' | 'role'>): boolean =>
  permissionIn(space, actor) !== undefined

/** What a permission in a space is asked with, as a sentence. */
export const requirementOf = (needed: Permission) => `This requires the permission "${needed}" in the space.`

export const permissionMissing = problem('wiki.permission_missing', 403, (sentence: string) => sentence, {
  meaning: 'The caller may read the space, but lacks this permission.',
  example: [requirementOf('write')],
})

/** The space; throws `absent` when there is none or the caller may not see it, 403 when they may but not do this. */
export const requireSpace = <S extends Space>(
  actor: Actor,
  space: S | undefined,
  needed: Permission,
  absent: () => Problem = spaces.absent,
  thing?: { type: string; id: string },
): S => {
  const permission = space && permissionIn(space, actor, thing)
  if (!space || !permission) throw absent()
  if (!allows(permission, needed)) throw permissionMissing(requirementOf(needed))
  return space
}

/** A space as this caller sees it; undefined when they do not. */
export const presentSpace = <S extends Space>(
  actor: Actor,
  space: S,
): (S & { permission: Permission }) | undefined => {
  const permission = permissionIn(space, actor)
  return permission && { ...space, permission }
}
