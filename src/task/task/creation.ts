import type * as z from '../../platform/schema/schema.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { attachable } from '../../files/attachment/attachable-files.ts'
import { toAttach } from '../../files/attachment/attachment.ts'
import { recentMarks } from '../../platform/table/in-place-increment.ts'
import { newId } from '../../platform/runtime/id.ts'
import { ignoreConflict, retryOnConflict } from '../../platform/table/conflict.ts'
import { transact } from '../../platform/table/table.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { awaitLater } from '../../platform/runtime/await-later.ts'
import { requireActive, requireProjectWriter } from '../project/access.ts'
import { assignmentFields, findAssignees } from './assignees.ts'
import { assignmentRows } from './assignment.ts'
import { children } from './child.ts'
import { completedAt, projectCounts } from './completion.ts'
import { counters, type Counter } from '../project/counter.ts'
import { requireDateOrder } from '../project/dates.ts'
import { projects, type StoredProject } from '../project/project.ts'
import { invalidParent, projectChild, toAddToParent } from './parent.ts'
import { attributionOf } from './attribution.ts'
import { presentTask, tasks, type NewTask, type StoredTask } from './task.ts'

/**
 * Makes a task. Its number is the project's next: taken together with the task, or when others are faster counted up
 * before it, so that everybody who makes a task at once gets a number at the second try at the latest.
 */
export const addTask = async (
  actor: Actor,
  project_id: string,
  { assignee_ids, attachments: file_ids, ...fields }: z.output<typeof NewTask>,
) => {
  requireDateOrder(fields)
  const { parent_id } = fields
  const id = newId() // before anything else takes one: a request that was cut off is known by it
  // whether the caller may write comes first
  const attaching = awaitLater(attachable(actor, file_ids, 'attachments'))
  const [found, counter, present, parent, people] = await Promise.all([
    projects.find({ id: project_id }),
    counters.find({ project_id }),
    tasks.find({ id }),
    parent_id === null ? undefined : tasks.find({ id: parent_id }),
    findAssignees(assignee_ids),
  ])
  const project = requireProjectWriter(actor, found)
  if (!counter) throw projects.absent()
  if (present) return presentTask(project, present, parent)
  if (parent_id !== null && parent?.project_id !== project_id) throw invalidParent()
  const assigned = assignmentFields(project, people, attributionOf(actor))
  const attachments = await attaching
  requireActive(project)

  const task = tasks.make({
    ...fields,
    id,
    ...assigned,
    attachments,
    project_id,
    number: counter.last + 1,
    completed_at: completedAt(fields.status),
    created_by: actor,
  })
  const isFirst = await ignoreConflict(() => createWithNextNumber(project, counter, task))
  return presentTask(project, isFirst ? task : await createUnderContention(actor, task), parent)
}

/** A conflict also when the project has been archived, or made private, since it was read. */
const toCreate = (project: StoredProject, task: StoredTask): Operation[] => [
  tasks.toCreate(task),
  children.toPut(projectChild(task)),
  projects.toIncrement(project, {
    add: projectCounts(task.status, 1),
    where: { status: project.status, visibility: project.visibility },
  }),
  ...toAddToParent(task),
  ...toAttach('task', task.id, [], task.attachments),
  ...assignmentRows.toSync(undefined, task),
]

/** Task and number in one transaction; stale when somebody was faster. */
const createWithNextNumber = async (project: StoredProject, counter: Counter, task: StoredTask) => {
  const changes = { last: task.number, numbers: recentMarks(counter.numbers) }
  await transact([counters.toUpdate(counter, changes), ...toCreate(project, task)])
  return true
}

/** A number first, which never fails however many do it, then the task; a number without a task is a gap. */
const createUnderContention = (actor: Actor, task: StoredTask): Promise<StoredTask> =>
  retryOnConflict(async () => {
    const { id, project_id } = task
    const [found, counter, made] = await Promise.all([
      projects.find({ id: project_id }),
      counters.find({ project_id }),
      tasks.find({ id }),
    ])
    if (made) return made
    const project = requireProjectWriter(actor, found)
    if (!counter) throw projects.absent()
    requireActive(project)
    const mark = { field: 'numbers', id } as const
    const number =
      counter.numbers[id] ?? (await counters.incrementInPlace(counter, { set: {}, count: 'last', mark })).last
    const numbered = { ...task, number }
    await transact(toCreate(project, numbered))
    return numbered
  })
