import type { Actor } from '../platform/identity/actor.ts'
import { findMember } from '../platform/identity/members.ts'
import type { ThingOf } from '../platform/table/entity.ts'
import { forbidden, type Problem } from '../platform/runtime/problem.ts'
import { spaces, type Permission } from './space.ts'

type Space = Pick<ThingOf<typeof spaces>, 'owner' | 'members' | 'visibility'>

const ranks = { read: 1, write: 2, admin: 3 } as const

export const allows = (permission: Permission | undefined, needed: Permission): boolean =>
  permission !== undefined && ranks[permission] >= ranks[needed]

/** What somebody may do in a space: everything as its owner or an administrator; nothing in a private one of others. */
export const permissionIn = (space: Space, actor: Pick<Actor, 'id' | 'role'>): Permission | undefined => {
  if (actor.role === 'admin' || space.owner.id === actor.id) return 'admin'
  const own = findMember(space.members, actor)?.permission
  return space.visibility === 'internal' && own !== 'admin' ? 'write' : own
}

/** The space; throws `absent` when there is none or the caller may not see it, 403 when they may but not do this. */
export const requireSpace = <S extends Space>(
  actor: Actor,
  space: S | undefined,
  needed: Permission,
  absent: () => Problem = spaces.absent,
): S => {
  const permission = space && permissionIn(space, actor)
  if (!space || !permission) throw absent()
  if (!allows(permission, needed))
    throw forbidden('wiki.permission_missing', `This requires the permission "${needed}" in the space.`)
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
