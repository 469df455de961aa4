import { isTheirsAlone } from '../../platform/identity/erasure.ts'
import { namedPeople } from '../../platform/identity/members.ts'
import { sharedTrash } from '../../platform/sharing/shared-trash.ts'
import { toRestoreShared } from '../../platform/sharing/shared-writes.ts'
import { readList } from '../../platform/table/list/list.ts'
import { transact, writeItem } from '../../platform/table/table.ts'
import type { TrashDefinition } from '../../platform/trash/definition.ts'
import { restoredThing, trashedThing } from '../../platform/trash/trashed-things.ts'
import { readersAmong } from '../project/access.ts'
import { children } from '../task/child.ts'
import { sharedProjects } from '../project/membership.ts'
import { projectKeys } from '../project/key.ts'
import { sweepProject } from '../task/sweep.ts'
import { presentProject, projects } from '../project/project.ts'
import { tasks } from '../task/task.ts'

/** The creator of a project and administrators may restore it. */
export const projectTrash: TrashDefinition = {
  ...sharedTrash(sharedProjects, isTheirsAlone),
  concerned: async (entry, page) => {
    const project = trashedThing(projects, entry)
    const { pk: parent } = projects.keyOf(project)
    const { items, next_cursor } = await readList(children.in('of', { parent }), page)
    const people = new Set([project.owner.id, ...namedPeople(project.members)])
    for (const task of await tasks.findMany(items))
      for (const id of task ? [task.created_by.id, ...task.assignee_ids] : []) people.add(id)
    return { items: await readersAmong(project, [...people]), next_cursor }
  },
  restore: async (_, entry) => {
    const project = restoredThing(projects, entry)
    await transact(toRestoreShared(sharedProjects, entry, project))
    return presentProject(project)
  },
  sweep: async (entry, until) => {
    if (!(await sweepProject(entry.id, until))) return false
    const { key, former_keys } = trashedThing(projects, entry)
    for (const held of [...former_keys, key]) await writeItem(projectKeys.toRemove({ key: held }))
    return true
  },
}
