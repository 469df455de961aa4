import { invalid } from '../../platform/runtime/problem.ts'
import { findPrincipals } from '../../platform/identity/principals.ts'
import { canBeAssigned } from '../project/access.ts'
import type { StoredProject } from '../project/project.ts'
import type { Attribution, StoredTask } from './task.ts'

type Assigned = Pick<StoredTask, 'assignee_ids' | 'assignees' | 'assigned'>

/**
 * Loads the people with these IDs, each once, with the first index of the ID; without a name if no such person exists.
 */
export const findAssignees = async (ids: string[]) => {
  const once = [...new Set(ids)]
  return (await findPrincipals(once)).map((person, index) => ({
    id: once[index] as string,
    name: person?.name,
    groups: person?.groups ?? [],
    isActive: person?.is_active === true,
    place: ids.indexOf(once[index] as string),
  }))
}

type Wanted = Awaited<ReturnType<typeof findAssignees>>

/**
 * Returns the fields of a task that describe its assignees; throws 422 for a new assignee who does not exist, is
 * deactivated or is not a member of the project. Present assignees may stay in any case.
 */
export const assignmentFields = (
  project: StoredProject,
  wanted: Wanted,
  attribution: Attribution,
  before?: Assigned,
): Assigned => {
  const known = new Map(before?.assignees.map((person) => [person.id, person.name]))
  const assignees = wanted.map(({ id, name = known.get(id), groups, isActive, place }) => {
    const field = `assignee_ids[${place}]`
    if (name === undefined) throw invalid(field, 'must be the ID of a user')
    if (!known.has(id) && !isActive) throw invalid(field, 'must be the ID of an active user')
    if (!known.has(id) && !canBeAssigned(project, { id, groups }))
      throw invalid(field, 'must be the ID of a member of the project')
    return { id, name }
  })
  return {
    assignee_ids: assignees.map(({ id }) => id),
    assignees,
    assigned: Object.fromEntries(assignees.map(({ id }) => [id, before?.assigned[id] ?? attribution])),
  }
}
