import { assistants } from '../../src/assistants/assistant/assistant.ts'
import { shares } from '../../src/assistants/assistant/share.ts'
import { chats } from '../../src/chats/chat/chat.ts'
import { chatMemberships as participations } from '../../src/chats/chat/membership.ts'
import { attachments } from '../../src/files/file/attachment-row.ts'
import { files } from '../../src/files/file/file.ts'
import { fileShares } from '../../src/files/file/share.ts'
import { courses } from '../../src/lms/course/course.ts'
import { authorships } from '../../src/lms/course/authorship.ts'
import {
  assignmentCourses,
  courseAssignments,
  groupAssignments,
} from '../../src/lms/enrollment/assignment.ts'
import { entries } from '../../src/calendar/entry.ts'
import { events } from '../../src/calendar/event.ts'
import { getItems } from '../../src/platform/table/batch/batch-get.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import type { Item, Key } from '../../src/platform/table/operation.ts'
import { assignedTickets } from '../../src/support/ticket/assigned-ticket.ts'
import { tickets } from '../../src/support/ticket/ticket.ts'
import { assignments } from '../../src/task/task/assignment.ts'
import { projectMemberships } from '../../src/task/project/membership.ts'
import { projects } from '../../src/task/project/project.ts'
import { sortedTasks } from '../../src/task/task/sorted-task.ts'
import { tasks } from '../../src/task/task/task.ts'
import { pages } from '../../src/wiki/page/page.ts'
import { listedPages } from '../../src/wiki/page/lists/listed-page.ts'
import { subscriptions } from '../../src/wiki/page/subscription.ts'
import { recentPages } from '../../src/wiki/page/lists/recent-page.ts'
import { spaceMemberships } from '../../src/wiki/space/membership.ts'
import { spaces } from '../../src/wiki/space/space.ts'

type Fields = Record<string, string | undefined>

interface Things {
  keyOf: (ids: { id: string }) => Key
}

interface Rows {
  keyOf: (ids: never) => Key
}

const attachedTo: Record<string, Things> = { wiki_page: pages, task: tasks, course: courses }

const dueOf: Record<string, Things> = { task_due: tasks, course_due: courses }

const optionalId = (resource: unknown) => (resource as { id: string } | null | undefined)?.id

type Owner = [things: Things | undefined, id: string | undefined]

/**
 * Returns the owner of a row that lists a page: for a follower's row the subscription, which outlives the page's move
 * to the trash; for all others the page itself.
 */
const listedBy = (listing = ''): Things => {
  const [, user_id] = /^subscriber#(.+)/.exec(listing) ?? []
  if (user_id === undefined) return pages
  return { keyOf: ({ id }) => subscriptions.keyOf({ page_id: id, user_id }) }
}

const assignmentIn = (course_id = ''): Things => ({
  keyOf: ({ id }) => courseAssignments.keyOf({ id, course_id }),
})

/** Owner of each kind of row that is written together with its owner or after it. */
const owners: [rows: Rows, ownerOf: (row: Fields) => Owner][] = [
  [assignedTickets, ({ ticket_id }) => [tickets, ticket_id]],
  [assignmentCourses, ({ course_id, id }) => [assignmentIn(course_id), id]],
  [groupAssignments, ({ course_id, id }) => [assignmentIn(course_id), id]],
  [assignments, ({ id }) => [tasks, id]],
  [attachments, ({ type = '', thing_id }) => [attachedTo[type], thing_id]],
  [authorships, ({ course_id }) => [courses, course_id]],
  [entries, ({ event_id }) => [events, event_id]],
  // the due date of a task or a course; the stream removes its calendar entries with it
  [events, ({ type = '', resource }) => [dueOf[type], optionalId(resource)]],
  [participations, ({ chat_id }) => [chats, chat_id]],
  [projectMemberships, ({ project_id }) => [projects, project_id]],
  [listedPages, ({ listing, page_id }) => [listedBy(listing), page_id]],
  [recentPages, ({ page_id }) => [pages, page_id]],
  [fileShares, ({ file_id }) => [files, file_id]],
  [shares, ({ assistant_id }) => [assistants, assistant_id]],
  [sortedTasks, ({ id }) => [tasks, id]],
  [spaceMemberships, ({ space_id }) => [spaces, space_id]],
]

const summaryFields = (item: Item) => (item['summary'] ?? {}) as Fields

/** Returns true if an item is one of these rows: rows have no type, but a row's key follows from its fields. */
const isRowAmong = ({ keyOf }: Rows, item: Item): boolean => {
  const { pk, sk } = keyOf(summaryFields(item) as never)
  return pk === item.pk && sk === item.sk
}

const ownerKey = (item: Item): Key | undefined => {
  const [things, id] = owners.find(([rows]) => isRowAmong(rows, item))?.[1](summaryFields(item)) ?? []
  return things && id !== undefined ? things.keyOf({ id }) : undefined
}

/**
 * Removes the rows among these items whose owner has been deleted, as the deletion should have done, and returns their
 * number. No row is written before its owner, and IDs are unique, so an owner that is missing now will never appear.
 */
export const removeOrphans = async (items: Item[]): Promise<number> => {
  const rows = items.flatMap((item) => {
    const owner = ownerKey(item)
    return owner ? [{ item, owner }] : []
  })
  const found = await getItems(rows.map(({ owner }) => owner))
  const orphans = rows.filter((_, n) => found[n] === undefined)
  await writeBatch(
    [],
    orphans.map(({ item }) => item),
  )
  return orphans.length
}
