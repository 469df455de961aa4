import { docs } from '#docs'
import * as z from '../platform/schema/schema.ts'
import { zonedDate, daysAfter } from '../calendar/dates.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { answeredArray, countSchema, maxCount } from '../platform/schema/fields.ts'
import { homeItems } from '../platform/schema/list-fields.ts'
import type { PageRequest } from '../platform/table/list/list.ts'
import { readVisible } from '../platform/table/list/visible-list.ts'
import { projectPolicy } from './project/access.ts'
import { projectsById } from './task/access.ts'
import { assignments, dueOrder } from './task/assignment.ts'
import { isStillOpen } from './task/completion.ts'
import { showTasks } from './task/everywhere-list.ts'
import { TaskStatus, TaskSummary } from './task/task.ts'

export const HomeTasks = z.described(docs('Tasks assigned to the caller.', { id: 'HomeTasks' }), {
  open: countSchema('Number of tasks assigned to the caller that are neither done nor cancelled'),
  overdue: countSchema('Number of these tasks that were due before today'),
  due_this_week: countSchema('Number of these tasks that are due from today to Sunday'),
  items: answeredArray(TaskSummary, homeItems).meta(docs(`The next ${homeItems} tasks by due date.`)),
})

const openTasks = ({ id: user_id }: Actor) =>
  TaskStatus.options.flatMap((status) =>
    isStillOpen({ status }) ? assignments.in('ofUser', { user_id, status }) : [],
  )

/**
 * Returns the due dates of the first 100 open tasks that the caller may see, from a day on; null for a task without a
 * due date.
 */
const listDueDates = async (actor: Actor, from?: string): Promise<(string | null)[]> => {
  const { items } = await readVisible(
    {
      sources: openTasks(actor),
      orderOf: dueOrder,
      load: async (rows) => {
        const around = await projectsById(rows.map(({ project_id }) => project_id))
        return rows.map((row) => {
          const project = around.get(row.project_id)
          return project && projectPolicy.decide(project, actor) ? row : undefined
        })
      },
    },
    { limit: maxCount, cursor: from },
  )
  return items.map(({ due_date }) => due_date)
}

/** Returns today and the Sunday that ends its week. */
const currentWeek = (timezone: string) => {
  const today = zonedDate(timezone, Date.now())
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  return { today, sunday: daysAfter(today, (7 - weekday) % 7) }
}

/**
 * Returns the tasks of the home screen: two round trips, and two more if the first 100 due dates do not reach the end
 * of the week.
 */
export const readHomeTasks = async (actor: Actor, timezone: Promise<string>, page: PageRequest) => {
  const [{ items }, dueDates, zone] = await Promise.all([
    readVisible(
      {
        sources: openTasks(actor),
        orderOf: dueOrder,
        load: (rows) => showTasks(actor, rows),
      },
      page,
    ),
    listDueDates(actor),
    timezone,
  ])
  const { today, sunday } = currentWeek(zone)
  const isThisWeek = (date: string | null | undefined) => date && date >= today && date <= sunday
  const isOverdue = (date: string | null | undefined) => date && date < today
  const last = dueDates[maxCount - 1]
  const coming = isOverdue(last) || isThisWeek(last) ? await listDueDates(actor, today) : dueDates
  return {
    open: dueDates.length,
    overdue: dueDates.filter(isOverdue).length,
    due_this_week: coming.filter(isThisWeek).length,
    items,
  }
}
