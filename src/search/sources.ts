import { takesPart } from '../chats/access.ts'
import { chats, chatWords } from '../chats/chat.ts'
import { isAgent, sideOf } from '../support/access.ts'
import { messages } from '../support/message.ts'
import { ownTicketWords, tickets, ticketWords } from '../support/ticket.ts'
import { canRead } from '../task/access.ts'
import { projects } from '../task/project.ts'
import { shownTask, tasks, taskSearchScope } from '../task/task.ts'
import { canSee } from '../lms/access.ts'
import { courses, courseSearchScope } from '../lms/course.ts'
import { enrollments } from '../lms/enrollment.ts'
import { permissionOn } from '../files/access.ts'
import { files, isAbandoned } from '../files/file.ts'
import { fileSearchScope } from '../files/file-index.ts'
import type { Actor } from '../platform/identity/actor.ts'
import type { Hit } from '../platform/search/index.ts'
import { ignoreConflict } from '../platform/table/conflict.ts'
import { permissionIn } from '../wiki/access.ts'
import { readContent } from '../wiki/content.ts'
import { lineOf } from '../wiki/page-access.ts'
import { pages, pageWords } from '../wiki/page.ts'
import { spaces } from '../wiki/space.ts'
import { isSwept, trees } from '../wiki/tree.ts'
import type { FoundType } from './found.ts'
import { wholeCourse, wholeTicket } from './whole.ts'

/** What a thing says of itself; its snippet comes from `text`. */
export interface Known {
  title: string
  text: string
  /** Below `/api/v1`. */
  path: string
  updated_at: string
  /** All that the caller may read of it, in Markdown, in one round trip; at most about 1 MB. */
  whole: () => Promise<string>
}

/**
 * Where a kind of thing is looked for, and what the caller may see of the hits as they are now; undefined for
 * nothing.
 */
interface Source {
  scope: (actor: Actor) => string
  load: (actor: Actor, hits: Hit[]) => Promise<(Known | undefined)[]>
}

/** The things of these ids by their ids, in one round trip. */
const byId = async <T extends { id: string }>(
  { findMany }: { findMany: (ids: { id: string }[]) => Promise<(T | undefined)[]> },
  ids: string[],
): Promise<Map<string, T>> => {
  const found = await findMany([...new Set(ids)].map((id) => ({ id })))
  return new Map(found.flatMap((thing) => (thing ? [[thing.id, thing] as const] : [])))
}

const containersOf = (hits: Hit[]) => hits.map(({ container }) => container)

const wikiPages: Source = {
  scope: () => pageWords,
  load: async (actor, hits) => {
    const space_ids = [...new Set(containersOf(hits))]
    const [found, around, held] = await Promise.all([
      pages.findMany(hits),
      byId(spaces, space_ids),
      trees.findMany(space_ids.map((space_id) => ({ space_id }))),
    ])
    const swept = new Set(held.flatMap((tree) => (tree && isSwept(tree) ? [tree.space_id] : [])))
    return Promise.all(
      found.map(async (page) => {
        const space = page && around.get(page.space_id)
        if (!space || !permissionIn(space, actor)) return undefined
        if (swept.has(space.id) && !(await lineOf(page.id))) return undefined
        const { title, text, updated_at } = page
        const whole = async () => (await readContent(pages.keyOf(page).pk, text)) ?? ''
        return { title, text: text.excerpt, path: `/wiki/pages/${page.id}`, updated_at, whole }
      }),
    )
  },
}

const learning: Source = {
  scope: () => courseSearchScope,
  load: async (actor, hits) => {
    const [found, taken] = await Promise.all([
      courses.findMany(hits),
      enrollments.findMany(hits.map(({ id }) => ({ course_id: id, user_id: actor.id }))),
    ])
    return found.map((course, index) => {
      if (!course || !canSee(actor, course, taken[index] !== undefined)) return undefined
      const { id, title, short_description, updated_at } = course
      const whole = async () => (await ignoreConflict(() => wholeCourse(course))) ?? ''
      return { title, text: short_description ?? '', path: `/lms/courses/${id}`, updated_at, whole }
    })
  },
}

const work: Source = {
  scope: () => taskSearchScope,
  load: async (actor, hits) => {
    const [found, around] = await Promise.all([tasks.findMany(hits), byId(projects, containersOf(hits))])
    return found.map((task) => {
      const project = task && around.get(task.project_id)
      if (!project || !canRead(project, actor)) return undefined
      const { id, title, description, updated_at } = task
      const { key } = shownTask(project, task)
      const text = description ?? ''
      const whole = () => Promise.resolve(text)
      return { title: `${key} ${title}`, text, path: `/task/tasks/${id}`, updated_at, whole }
    })
  },
}

const requests: Source = {
  scope: (actor) => (isAgent(actor) ? ticketWords : ownTicketWords(actor.id)),
  load: async (actor, hits) => {
    const found = await tickets.findMany(hits)
    const seen = found.map((ticket) => (ticket && sideOf(actor, ticket) ? ticket : undefined))
    const first = await messages.findMany(
      seen.flatMap((ticket) =>
        ticket?.description_id
          ? [{ ticket_id: ticket.id, id: ticket.description_id, is_internal: false }]
          : [],
      ),
    )
    const texts = new Map(first.map((message) => [message?.ticket_id, message?.text]))
    return seen.map(
      (ticket) =>
        ticket && {
          title: ticket.subject,
          text: texts.get(ticket.id) ?? '',
          path: `/support/tickets/${ticket.id}`,
          updated_at: ticket.updated_at,
          whole: () => wholeTicket(ticket, texts.get(ticket.id) ?? ''),
        },
    )
  },
}

const documents: Source = {
  scope: (actor) => fileSearchScope(actor.id),
  load: async (actor, hits) =>
    (await files.findMany(hits)).map((file) => {
      if (!file || isAbandoned(file) || !permissionOn(file, actor)) return undefined
      const whole = () => Promise.resolve('')
      return { title: file.name, text: '', path: `/files/${file.id}`, updated_at: file.updated_at, whole }
    }),
}

const talks: Source = {
  scope: (actor) => chatWords(actor.id),
  load: async (actor, hits) =>
    (await chats.findMany(hits)).map((chat) => {
      if (!chat || !takesPart(actor, chat)) return undefined
      const { id, topic, last_message_at, updated_at } = chat
      const whole = () => Promise.resolve('')
      return {
        title: topic,
        text: '',
        path: `/chats/${id}`,
        updated_at: last_message_at ?? updated_at,
        whole,
      }
    }),
}

/** Everything that is searched. */
export const sources: Record<FoundType, Source> = {
  wiki_page: wikiPages,
  course: learning,
  task: work,
  ticket: requests,
  file: documents,
  chat: talks,
}
