import { memberIds } from '../../platform/identity/members.ts'
import { putPersonalEvent, removePersonalEvent } from '../../calendar/calendar.ts'
import { linkTo } from '../../platform/resource.ts'
import { derivedId } from '../../platform/runtime/id.ts'
import { readList } from '../../platform/table/list/list.ts'
import { assignments } from './assignment.ts'
import { children } from './child.ts'
import { isStillOpen } from './completion.ts'
import { projects, type StoredProject } from '../project/project.ts'
import { readersAmong } from '../project/access.ts'
import type { DueDates } from '../queues.ts'
import { tasks, taskType, type StoredTask } from './task.ts'

/** Maximum number of tasks processed by one message. */
const atOnce = 100

const putDueEvent = async (task: StoredTask, project: StoredProject) => {
  const { title, due_date, assignee_ids, created_at, updated_at, version } = task
  // a completed task no longer needs a calendar entry
  const user_ids = due_date === null || !isStillOpen(task) ? [] : await readersAmong(project, assignee_ids)
  if (due_date === null || user_ids.length === 0) return removeDueEvent(task)
  const resource = linkTo(taskType, task)
  await putPersonalEvent({
    id: dueEventId(task),
    type: 'task_due',
    title,
    start_at: `${due_date}T00:00:00.000Z`,
    all_day: true,
    url: resource.url,
    resource,
    user_ids,
    created_at,
    updated_at,
    version,
  })
}

const dueEventId = ({ id, created_at }: StoredTask) => derivedId(Date.parse(created_at), `task.due#${id}`)

const removeDueEvent = (task: StoredTask) => removePersonalEvent(dueEventId(task))

/** Loads the current tasks and their project, with a text that changes with either of them. */
const loadDueTasks = async (project_id: string, known: StoredTask[]) => {
  const [project, found] = await Promise.all([projects.find({ id: project_id }), tasks.findMany(known)])
  return known.map((of, index) => {
    const task = found[index]
    return { of, task, project, state: `${project?.version}, ${task?.version}` }
  })
}

/**
 * Puts the current due dates of tasks into calendars. A concurrent run may write older data last, so the writes are
 * repeated until the tasks and the project no longer change.
 */
const syncEvents = async (project_id: string, known: StoredTask[]): Promise<void> => {
  let due = await loadDueTasks(project_id, known)
  while (due.length > 0) {
    await Promise.all(
      due.map(({ of, task, project }) => (task && project ? putDueEvent(task, project) : removeDueEvent(of))),
    )
    const placed = new Map(due.map(({ of, state }) => [of.id, state]))
    const present = await loadDueTasks(
      project_id,
      due.map(({ of }) => of),
    )
    due = present.filter(({ of, state }) => state !== placed.get(of.id))
  }
}

const isSameEvent = (a: StoredTask, b: StoredTask) => {
  const shown = (task: StoredTask) => [task.title, task.due_date, task.assignee_ids, isStillOpen(task)]
  return JSON.stringify(shown(a)) === JSON.stringify(shown(b))
}

/** Puts the current due date of a changed task into the calendars of its assignees. */
export const syncDueDate = async (
  before: StoredTask | undefined,
  after: StoredTask | undefined,
): Promise<void> => {
  if (!before?.due_date && !after?.due_date) return
  if (before && after && isSameEvent(before, after)) return
  const task = (after ?? before) as StoredTask
  await syncEvents(task.project_id, [task])
}

/** Returns true if a change may affect who can see the tasks of a project. */
export const changesReaders = (before: StoredProject | undefined, after: StoredProject | undefined) => {
  const seen = ({ visibility, members }: StoredProject) => [visibility, memberIds(members)]
  return (
    before !== undefined &&
    after !== undefined &&
    JSON.stringify(seen(before)) !== JSON.stringify(seen(after))
  )
}

/**
 * Puts the due dates of one page of tasks of a project or a person into calendars, or removes them; returns the cursor
 * of the next page.
 */
export const syncDueDates = async (of: DueDates): Promise<string | null> => {
  const page = { limit: atOnce, cursor: of.cursor ?? undefined }
  const { items, next_cursor } = await ('user_id' in of
    ? readList(assignments.in('all', of), page)
    : readList(children.in('of', { parent: projects.keyOf({ id: of.project_id }).pk }), page))
  const found = await tasks.findMany(items)
  const dated = found.flatMap((task) => (task?.due_date ? [task] : []))
  const byProject = Map.groupBy(dated, ({ project_id }) => project_id)
  await Promise.all([...byProject].map(([project_id, listed]) => syncEvents(project_id, listed)))
  return next_cursor
}
