import { users } from '../../platform/identity/user.ts'
import { projectPolicy } from './access.ts'
import type { StoredProject } from './project.ts'

/** Those of the people who may see the project, and its tasks, now. */
export const readersAmong = async (project: StoredProject, ids: string[]): Promise<string[]> => {
  if (project.visibility === 'internal') return ids
  const people = await users.findMany(ids.map((id) => ({ id })))
  return people.flatMap((person) =>
    person && projectPolicy.allows(project, person, 'read') ? [person.id] : [],
  )
}
