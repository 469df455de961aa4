import type { Actor } from '../../platform/identity/actor.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { transact } from '../../platform/table/table.ts'
import type { IfMatch } from '../../platform/table/changes.ts'
import { findHolders, withNames, type Member } from '../../platform/identity/members.ts'
import { changeShared, toTrashShared, type SharedChanges } from '../../platform/sharing/shared-writes.ts'
import { requireProjectManager } from './access.ts'
import { counters } from './counter.ts'
import { requireDateOrder } from './dates.ts'
import { sharedProjects } from './membership.ts'
import { proposeKey, keyTaken, projectKeys } from './key.ts'
import { presentProject, projects, type StoredProject } from './project.ts'
import { trees } from './tree.ts'

type Listed = (Member & Pick<StoredProject['members'][number], 'role'>)[]

type NewProject = Pick<StoredProject, 'name' | 'description' | 'visibility' | 'start_date' | 'due_date'> & {
  key?: string | undefined
  members: Listed
}

/** Creates a project; throws 409 if the requested key is taken. */
export const addProject = async (owner: Actor, { key: wanted, members, ...fields }: NewProject) => {
  requireDateOrder(fields)
  const people = withNames('members', members, await findHolders(members))
  const project = projects.make({ ...fields, key: 'TOBEFOUND', members: people, owner })
  const { id: project_id } = project
  return retryOnConflict(async (attempt) => {
    const key = wanted ?? proposeKey(project.name, attempt)
    const made = { ...project, key }
    await transact([
      projects.toCreate(made),
      counters.toCreate(counters.make({ project_id })),
      trees.toCreate(trees.make({ project_id })),
      projectKeys.toCreate({ key, project_id }, wanted === undefined ? undefined : keyTaken(key)),
      ...sharedProjects.rows.toSync(undefined, made),
    ])
    return presentProject(made)
  })
}

/**
 * Changes a project; throws 403 if the caller is neither its creator nor an administrator, 409 if the key is taken,
 * 412.
 */
export const changeProject = async (
  actor: Actor,
  id: string,
  sent: SharedChanges<StoredProject>,
  ifMatch: IfMatch,
) => {
  requireDateOrder(sent)
  const project = await changeShared(sharedProjects, id, sent, ifMatch, {
    require: (found) => requireProjectManager(actor, found),
    complete: (changes, current) => {
      requireDateOrder(changes, current)
      const { key = current.key } = changes
      if (key === current.key) return changes
      const former = new Set([...current.former_keys, current.key])
      former.delete(key)
      return { ...changes, former_keys: [...former] }
    },
    also: (current, { key }) =>
      key === current.key || current.former_keys.includes(key)
        ? []
        : [projectKeys.toCreate({ key, project_id: id }, keyTaken(key))],
  })
  return presentProject(project)
}

/** Moves a project to the trash, which hides all its tasks from reads and search. */
export const removeProject = async (actor: Actor, id: string, ifMatch: IfMatch) =>
  projects.modify(await projects.get({ id }), (current) =>
    transact(toTrashShared(sharedProjects, actor, current, ifMatch)),
  )
