import type { Actor } from '../platform/identity/actor.ts'
import { noteReading } from '../platform/identity/reading.ts'
import { findMember } from '../platform/identity/members.ts'
import { type Problem, problem } from '../platform/runtime/problem.ts'
import { projects, projectType, type StoredProject } from './project.ts'
import type { StoredTask } from './task.ts'

export type Who = Pick<Actor, 'id' | 'role'>
export type Place = Pick<StoredProject, 'id' | 'owner' | 'members' | 'visibility'>

/** What somebody may do in a project: read and comment, also write its tasks, also change the project itself. */
type Permission = 'read' | 'write' | 'manage'

const ranks = { read: 1, write: 2, manage: 3 } as const

interface Thing {
  type: string
  id: string
}

const ownPermissionIn = (
  { owner, members, visibility }: Place,
  actor: Pick<Who, 'id'>,
): Permission | undefined => {
  if (owner.id === actor.id) return 'manage'
  if (visibility === 'internal') return 'write'
  const role = findMember(members, actor)?.role
  return role && (role === 'member' ? 'write' : 'read')
}

/**
 * What somebody may do in a project; undefined in a private one of which they are not a member. What is asked for is
 * `thing`, the project itself by default.
 */
export const permissionIn = (
  project: Place,
  actor: Who,
  thing: Thing = { type: projectType.type, id: project.id },
): Permission | undefined => {
  const own = ownPermissionIn(project, actor)
  if (actor.role !== 'admin') return own
  if (!own) noteReading(actor, thing)
  return 'manage'
}

export const allows = (project: Place, actor: Who, needed: Permission, thing?: Thing): boolean => {
  const permission = permissionIn(project, actor, thing)
  return permission !== undefined && ranks[permission] >= ranks[needed]
}

export const canRead = (project: Place, actor: Who, thing?: Thing): boolean =>
  allows(project, actor, 'read', thing)

/** Tasks can be assigned to members of the project; in an internal project, to anyone. */
export const canBeAssigned = ({ visibility, owner, members }: Place, user_id: string): boolean =>
  visibility === 'internal' || owner.id === user_id || findMember(members, { id: user_id }) !== undefined

const refusals = {
  read: 'Only members of the project may do this.',
  write: 'Guests may only read, comment, and change the status of tasks assigned to them.',
  manage: 'Only the creator of the project and administrators may do this.',
}

export const permissionMissing = problem(
  'task.permission_missing',
  403,
  (needed: Permission) => refusals[needed],
  { meaning: 'The caller’s part in the project does not permit this.', example: ['write'] },
)

/** The project; throws `absent` when there is none or the caller may not see it, 403 when they may but not do this. */
export const requireProject = (
  actor: Who,
  project: StoredProject | undefined,
  needed: Permission,
  absent: () => Problem = projects.absent,
  thing?: Thing,
): StoredProject => {
  if (!project || !canRead(project, actor, thing)) throw absent()
  if (!allows(project, actor, needed, thing)) throw permissionMissing(needed)
  return project
}

export const projectArchived = problem(
  'task.project_archived',
  409,
  (key: string) => `The project ${key} is archived.`,
  { meaning: 'The project is archived: make it active first.', example: ['WEB'] },
)

/** Throws 409 if the project is archived. */
export const requireActive = ({ status, key }: Pick<StoredProject, 'status' | 'key'>): void => {
  if (status === 'archived') throw projectArchived(key)
}

/** A task as history names it. */
export const refOf = ({ id }: Pick<StoredTask, 'id'>): Thing => ({ type: 'task', id })
