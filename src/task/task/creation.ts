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
import { invalidParentTask, projectChild, toAddToParent } from './parent.ts'
import { newAttribution, presentTask, tasks, type NewTask, type StoredTask } from './task.ts'

/**
 * Creates a task with the next number of the project. The number is reserved in the transaction of the task or, if
 * another request was faster, before it, so that every concurrent request has a number at its second attempt.
 */
export const addTask = async (
  actor: Actor,
  project_id: string,
  { assignee_ids, attachments: file_ids, ...fields }: z.output<typeof NewTask>,
) => {
  requireDateOrder(fields)
  const { parent_id } = fields
  const id = newId() // first, so that a retry of the request has the same ID
  // the caller's write permission is checked first
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
  if (parent_id !== null && parent?.project_id !== project_id) throw invalidParentTask()
  const assigned = assignmentFields(project, people, newAttribution(actor))
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

/**
 * Returns the writes that create a task. They conflict if the project was archived or its visibility changed after it
 * was loaded.
 */
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

/** Creates the task and reserves its number in one transaction; throws a conflict if another request was faster. */
const createWithNextNumber = async (project: StoredProject, counter: Counter, task: StoredTask) => {
  const changes = { last: task.number, numbers: recentMarks(counter.numbers) }
  await transact([counters.toUpdate(counter, changes), ...toCreate(project, task)])
  return true
}

/** Reserves a number, which succeeds under any contention, then creates the task. A number without a task is a gap. */
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
