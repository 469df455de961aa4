import { problemDocs } from '#docs'
import type { Actor } from '../../platform/identity/actor.ts'
import { matchingMembers, grantsIn } from '../../platform/identity/members.ts'
import { policy, readersBy, requirement } from '../../platform/identity/policy.ts'
import { problem } from '../../platform/runtime/problem.ts'
import type { SharedKind } from '../../platform/sharing/shared-kind.ts'
import { projects, projectType, type StoredProject } from './project.ts'

export type Who = Pick<Actor, 'id' | 'role' | 'groups'>
export type ProjectAccess = Pick<StoredProject, 'id' | 'owner' | 'members' | 'visibility'>

const permissionOf = { guest: 'read', member: 'write' } as const

/** Permissions in a project: read and comment, also write its tasks, or also change the project itself. */
export const projectPolicy = policy({
  type: projectType.type,
  permissions: ['read', 'write', 'manage'],
  owner: ({ owner }: ProjectAccess) => owner,
  listed: ({ members }, person) => grantsIn(members, person, ({ role }) => permissionOf[role]),
  internal: ({ visibility }) => (visibility === 'internal' ? 'write' : undefined),
  roles: { admin: 'manage' },
})

/** Projects as a shared kind. */
export const projectKind: SharedKind<StoredProject> = {
  type: projectType,
  entity: projects,
  policy: projectPolicy,
  list: 'members',
  idField: 'project_id',
}

/** Returns the IDs of the people who may currently see the project and its tasks. */
export const readersAmong = readersBy(projectPolicy)

/** Returns true if a task may be assigned to a person: a member of the project, or anyone in an internal project. */
export const canBeAssigned = (
  { visibility, owner, members }: ProjectAccess,
  person: Pick<Who, 'id' | 'groups'>,
): boolean =>
  visibility === 'internal' || owner.id === person.id || matchingMembers(members, person).length > 0

const refusals = {
  read: 'Only members of the project may do this.',
  write: 'Guests of the project may only read, comment, and change the status of tasks assigned to them.',
  manage: 'Only the creator of the project and administrators may do this.',
}

export const permissionMissing = problem('task.permission_missing', 403, {
  wording: (needed: keyof typeof refusals) => refusals[needed],
  docs: problemDocs({
    meaning: 'The caller’s role in the project does not permit this.',
    example: ['write'],
  }),
})

export const requireProject = requirement(projectPolicy, projects.absent)
export const requireProjectWriter = requirement(projectPolicy, projects.absent, {
  needed: 'write',
  missing: () => permissionMissing('write'),
})
export const requireProjectManager = requirement(projectPolicy, projects.absent, {
  needed: 'manage',
  missing: () => permissionMissing('manage'),
})

export const projectArchived = problem('task.project_archived', 409, {
  wording: (key: string) => `The project ${key} is archived; set its "status" to "active" first.`,
  docs: problemDocs({ meaning: 'The project is archived and must be made active first.', example: ['WEB'] }),
})

/** Throws 409 if the project is archived. */
export const requireActive = ({ status, key }: Pick<StoredProject, 'status' | 'key'>): void => {
  if (status === 'archived') throw projectArchived(key)
}
