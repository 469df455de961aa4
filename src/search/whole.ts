import { loadContents, coursePartition, lessonText } from '../lms/contents.ts'
import type { StoredCourse } from '../lms/course.ts'
import { readList } from '../platform/table/list.ts'
import { findTexts, wholeOf } from '../platform/table/large-text.ts'
import { messages } from '../support/message.ts'
import type { StoredTicket } from '../support/ticket.ts'

/**
 * A course from its description to its last lesson, as far as that is within one reading of 1 MB. {@link
 * ConflictError} when it has changed meanwhile.
 */
export const wholeCourse = async (course: StoredCourse): Promise<string> => {
  const found = await findTexts(coursePartition(course))
  const { description, chapters } = await loadContents(course, found)
  const lessons = chapters.flatMap(({ lessons }) => lessons)
  const texts = wholeOf(
    found,
    lessons.flatMap((lesson) => lessonText(lesson) ?? []),
  )
  const parts = chapters.flatMap(({ title, summary, lessons }) => [
    `# ${title}`,
    summary,
    ...lessons.flatMap((lesson) => [`## ${lesson.title}`, texts.get(lessonText(lesson)?.name ?? '')]),
  ])
  return [course.short_description, description, ...parts].filter(Boolean).join('\n\n')
}

/** So many of the newest messages of a ticket are looked at. */
const newest = 50

/**
 * What a ticket began with and its newest messages, oldest first. Never the internal ones, not for agents
 * either: what is found for them may be said in a chat in which the requester takes part.
 */
export const wholeTicket = async (ticket: StoredTicket, description: string): Promise<string> => {
  const sources = messages.in('ofTicket', { ticket_id: ticket.id, is_internal: false })
  const { items } = await readList(
    sources.map((source) => ({ ...source, order: 'descending' as const })),
    { limit: newest },
  )
  const later = items.filter(({ id }) => id !== ticket.description_id).reverse()
  return [description, ...later.map(({ author, text }) => `# ${author.name}\n\n${text}`)]
    .filter(Boolean)
    .join('\n\n')
}
