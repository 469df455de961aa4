import { expect, test } from 'vitest'
import { deleteMessage } from '../../src/chats/endpoints/delete-message.ts'
import type { Outcome } from '../../src/notifications/outcome.ts'
import { users } from '../../src/platform/identity/user.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { subscribePage } from '../../src/wiki/endpoints/subscribe-page.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { chatFor, givenChat, givenWords } from '../support/given-chat.ts'
import { choose, givenNotification } from '../support/given-notification.ts'
import { givenOwnPage, givenPage, givenRevision, givenSpace, made } from '../support/given.ts'
import { linesFromNow } from '../support/log-lines.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenProject, givenTask } from '../task/given.ts'

interface Exit {
  person: SignedIn
  /** ID of the resource; absent if the line has none. */
  resource?: string
}

const title = 'Secret plans'

const givenRevisedPage = async (isEarly: boolean) => {
  const [author, reader] = await Promise.all([signedIn(), signedIn()])
  const space = await givenSpace(author, { visibility: 'private', members: [[reader, 'read']] })
  const page = await givenPage(author, space, { title })
  const subscribe = () => made(subscribePage, { as: reader, params: { id: page.id } })
  if (isEarly) await subscribe()
  if (isEarly) await made(updateSpace, { as: author, params: { id: space.id }, body: { members: [] } })
  await givenRevision(author, page, { content: title, base_revision: 1 })
  if (!isEarly) await subscribe()
  return { person: reader, resource: page.id as string }
}

const givenTalk = async () => {
  const [ada, bob] = await Promise.all([signedIn(), signedIn()])
  const chat = await givenChat(ada, [bob], { topic: title })
  return { ada, person: bob, chat, resource: chat.id as string }
}

/** Notifies the author of a page of a comment, after they chose their preferences. */
const givenComment = async (
  preferences: (page: { id: string }) => object,
  told: Parameters<typeof givenNotification>[2] = {},
): Promise<Exit & { page: { id: string; title: string } }> => {
  const { author, page } = await givenOwnPage({ title })
  await choose(author, preferences(page))
  await givenNotification(author, page, { kind: 'comment', excerpt: title, ...told })
  return { person: author, resource: page.id, page }
}

const mailOnly = { types: { page_comment: { in_app: false, mail: 'at_once' } } }

/** Events that end in each outcome. */
const exits: Record<Outcome, () => Promise<Exit>> = {
  sent: () => givenComment(() => ({})),
  muted: () => givenComment(({ id }) => ({ muted: [{ type: 'wiki_page', id }] })),
  channel_off: () => givenComment(() => ({ types: { page_comment: { in_app: false, mail: 'none' } } })),
  expired: () => givenComment(() => ({}), { at: new Date(Date.now() - 181 * 86_400_000).toISOString() }),
  duplicate: async () => {
    const told = { cause: 'wiki.comment#1', at: new Date().toISOString() }
    const { page, ...exit } = await givenComment(() => ({}), told)
    await givenNotification(exit.person, page, { kind: 'comment', ...told })
    return exit
  },
  inactive: async () => {
    const { person, page, resource } = await givenComment(() => mailOnly)
    await users.update(await users.get(person), () => ({ is_active: false }))
    await givenNotification(person, page, { kind: 'comment' })
    return { person, resource: resource as string }
  },
  no_access: () => givenRevisedPage(true),
  joined_later: () => givenRevisedPage(false),
  own_action: async () => {
    const person = await signedIn()
    const task = await givenTask(person, await givenProject(person), { title, assignee_ids: [person.id] })
    return { person, resource: task.id }
  },
  obsolete: async () => {
    const [giver, person] = await Promise.all([signedIn(), signedIn()])
    const task = await givenTask(giver, await givenProject(giver), { title, assignee_ids: [person.id] })
    await made(deleteTask, { as: giver, params: { id: task.id } })
    return { person, resource: task.id }
  },
  throttled: async () => {
    const { ada, chat, ...exit } = await givenTalk()
    await givenWords(ada, chat, title)
    await settle()
    await givenWords(ada, chat, title)
    return exit
  },
  read: async () => {
    const { ada, chat, ...exit } = await givenTalk()
    await givenWords(ada, chat, title)
    await chatFor(exit.person, chat)
    return exit
  },
  withdrawn: async () => {
    const { ada, chat, person } = await givenTalk()
    const { message } = await givenWords(ada, chat, title)
    await settle()
    await made(deleteMessage, { as: ada, params: { id: chat.id, message_id: message.id } })
    return { person }
  },
}

test.each(Object.entries(exits))(
  'The log has the outcome of an event for a person: %s',
  async (outcome, given) => {
    const lines = linesFromNow()

    const { person, resource } = await given()
    await settle()

    const logged = lines.filter(({ message }) => message === 'notification')
    const own = logged.filter((line) => String(line[`${outcome}_ids`]).split(' ').includes(person.id))
    expect(own.map((line) => line['resource'])).toContain(resource)
    expect(own.map((line) => line[outcome])).toContain(1)
    expect(JSON.stringify(logged)).not.toMatch(new RegExp(`${title}|${person.email}|${person.name}`))
  },
)
