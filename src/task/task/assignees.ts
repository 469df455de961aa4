import { invalid } from '../../platform/runtime/problem.ts'
import { findPrincipals } from '../../platform/identity/principals.ts'
import { canBeAssigned } from '../project/access.ts'
import type { StoredProject } from '../project/project.ts'
import type { Attribution } from './attribution.ts'
import type { StoredTask } from './task.ts'

type Assigned = Pick<StoredTask, 'assignee_ids' | 'assignees' | 'assigned'>

/** The people of these ids, each once, with the first place among them; without a name who is nobody. */
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
 * What a task says of those who are to do it; throws 422 for a new one who is nobody, is deactivated or takes no part
 * in the project. Who does it already may stay, whatever has become of them.
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
    if (name === undefined) throw invalid(field, 'must be the id of a user')
    if (!known.has(id) && !isActive) throw invalid(field, 'must be the id of a user who is not deactivated')
    if (!known.has(id) && !canBeAssigned(project, { id, groups }))
      throw invalid(field, 'must be the id of a member of the project')
    return { id, name }
  })
  return {
    assignee_ids: assignees.map(({ id }) => id),
    assignees,
    assigned: Object.fromEntries(assignees.map(({ id }) => [id, before?.assigned[id] ?? attribution])),
  }
}
