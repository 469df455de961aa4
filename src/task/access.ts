import type { Actor } from '../platform/identity/actor.ts'
import { noteReading } from '../platform/identity/reading.ts'
import { findMember } from '../platform/identity/members.ts'
import { conflict, forbidden, type Problem } from '../platform/runtime/problem.ts'
import type { StoredComment } from './comment.ts'
import { projects, projectType, type StoredProject } from './project.ts'
import type { StoredTask } from './task.ts'

type Who = Pick<Actor, 'id' | 'role'>
type Place = Pick<StoredProject, 'id' | 'owner' | 'members' | 'visibility'>

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

const allows = (project: Place, actor: Who, needed: Permission, thing?: Thing): boolean => {
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

/** The project; throws `absent` when there is none or the caller may not see it, 403 when they may but not do this. */
export const requireProject = (
  actor: Who,
  project: StoredProject | undefined,
  needed: Permission,
  absent: () => Problem = projects.absent,
  thing?: Thing,
): StoredProject => {
  if (!project || !canRead(project, actor, thing)) throw absent()
  if (!allows(project, actor, needed, thing)) throw forbidden('task.permission_missing', refusals[needed])
  return project
}

/** Throws 409 if the project is archived. */
export const requireActive = ({ status, key }: Pick<StoredProject, 'status' | 'key'>): void => {
  if (status === 'archived') throw conflict('task.project_archived', `The project ${key} is archived.`)
}

/** A task as history names it. */
export const refOf = ({ id }: Pick<StoredTask, 'id'>): Thing => ({ type: 'task', id })

/** Throws 403 unless the caller may change these fields: who may write, any of them; assignees, the status. */
export const requireChange = (actor: Who, project: Place, task: StoredTask, fields: string[]): void => {
  const isOwnStatus = task.assignee_ids.includes(actor.id) && fields.every((field) => field === 'status')
  if (!isOwnStatus && !allows(project, actor, 'write', refOf(task)))
    throw forbidden('task.permission_missing', refusals.write)
}

/** Throws 403 unless the caller created the task or the project, or is an administrator. */
export const requireRemoval = (actor: Who, project: Place, task: StoredTask): void => {
  if (task.created_by.id !== actor.id && !allows(project, actor, 'manage', refOf(task)))
    throw forbidden(
      'task.not_the_creator',
      'Only the creator of the task, the creator of the project and administrators may delete it.',
    )
}

/** Throws 403 unless the caller wrote the comment or is an administrator. */
export const requireOwnComment = (actor: Who, comment: StoredComment): void => {
  if (comment.author.id !== actor.id && actor.role !== 'admin')
    throw forbidden('task.not_the_author', 'Only the author of the comment and administrators may delete it.')
}
