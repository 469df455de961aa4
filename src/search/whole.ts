import { contentsOf, ownerOf, textOf } from '../lms/contents.ts'
import type { StoredCourse } from '../lms/course.ts'
import type { Actor } from '../platform/actor.ts'
import { readList } from '../platform/list.ts'
import { findTexts, wholeOf } from '../platform/text.ts'
import { sideOf } from '../support/access.ts'
import { messages } from '../support/message.ts'
import type { StoredTicket } from '../support/ticket.ts'

/**
 * A course from its description to its last lesson, as far as that is within one reading of 1 MB. {@link Stale} when it has
 * changed meanwhile.
 */
export const wholeCourse = async (course: StoredCourse): Promise<string> => {
  const found = await findTexts(ownerOf(course))
  const { description, chapters } = await contentsOf(course, found)
  const lessons = chapters.flatMap(({ lessons }) => lessons)
  const texts = wholeOf(
    found,
    lessons.flatMap((lesson) => textOf(lesson) ?? []),
  )
  const parts = chapters.flatMap(({ title, summary, lessons }) => [
    `# ${title}`,
    summary,
    ...lessons.flatMap((lesson) => [`## ${lesson.title}`, texts.get(textOf(lesson)?.name ?? '')]),
  ])
  return [course.short_description, description, ...parts].filter(Boolean).join('\n\n')
}

/** So many of the newest messages of a ticket are looked at. */
const newest = 50

/** What a ticket began with and its newest messages, oldest first; internal ones for agents, but on no ticket of their own. */
export const wholeTicket = async (
  actor: Actor,
  ticket: StoredTicket,
  description: string,
): Promise<string> => {
  const sides = sideOf(actor, ticket) === 'agent' ? [false, true] : [false]
  const sources = sides.flatMap((is_internal) =>
    messages.in('ofTicket', { ticket_id: ticket.id, is_internal }),
  )
  const { items } = await readList(
    sources.map((source) => ({ ...source, order: 'descending' as const })),
    { limit: newest },
  )
  const later = items.filter(({ id }) => id !== ticket.description_id).reverse()
  return [description, ...later.map(({ author, text }) => `# ${author.name}\n\n${text}`)]
    .filter(Boolean)
    .join('\n\n')
}
