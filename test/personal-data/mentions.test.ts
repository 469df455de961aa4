import { beforeAll, describe, expect, test } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { createComment } from '../../src/wiki/endpoints/create-comment.ts'
import { listComments } from '../../src/wiki/endpoints/list-comments.ts'
import { subscribePage } from '../../src/wiki/endpoints/subscribe-page.ts'
import { listComments as listTaskComments } from '../../src/task/endpoints/list-comments.ts'
import { erasePerson } from '../../src/personal-data/workers/erase-person.ts'
import { indexDocuments } from '../../src/search/workers/index-documents.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { deliver, finishErasure, finishRename, startErasure } from '../jobs/given.ts'
import { handTo } from '../support/messages.ts'
import { chatFor, givenChat, givenWords } from '../support/given-chat.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { choose } from '../support/given-notification.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenComment, givenProject, givenTask } from '../task/given.ts'
import { itemsWith, jobOf, rename } from './given.ts'

let admin: SignedIn
let writer: SignedIn
let page: { id: string }

beforeAll(async () => {
  ;[admin, writer] = await Promise.all([signedIn({ role: 'admin' }), signedIn()])
  page = await givenPage(writer, await givenSpace(writer))
})

const comment = (text: string, mentions: string[]) =>
  made(createComment, { as: writer, params: { id: page.id }, body: { text, mentions } })

const texts = async () =>
  (await made(listComments, { as: writer, params: { id: page.id } })).items.map(
    ({ text }: { text: string }) => text,
  )

const called = (name: string) => signedIn({ name })

/** Renames a person everywhere. */
const renamed = async (person: SignedIn, name: string) => {
  await finishRename(jobOf(await rename(person, name)))
  await settle()
}

describe('Rename of a mentioned person', () => {
  test('replaces mentions by ID, regardless of case, but no other names', async () => {
    const [ada, longer] = await Promise.all([called('Ada King'), called('Ada King Noel')])
    await comment('@ada king and @Ada King Noel, ask Ada King!', [ada.id, longer.id])

    await renamed(ada, 'Ada Byron')

    expect(await texts()).toContain('@Ada Byron and @Ada King Noel, ask Ada King!')
  })

  test('keeps texts that do not mention the person by ID', async () => {
    const grace = await called('Grace Murray')
    await comment('@Grace Murray, mail x@grace murray', [])

    await renamed(grace, 'Grace Hopper')

    expect(await texts()).toContain('@Grace Murray, mail x@grace murray')
  })

  test('makes texts findable by the new name', async () => {
    const mary = await called('Mary Fairfax')
    await comment('See @Mary Fairfax', [mary.id])

    await renamed(mary, 'Mary Somerville')

    const found = async (q: string) =>
      (await made(searchEverything, { as: writer, query: { q, types: 'wiki_comment' } })).items.length
    expect([await found('somerville'), await found('fairfax')]).toEqual([1, 0])
  })
})

describe('Erasure of a mentioned person', () => {
  test('replaces the name in messages, comments and notifications', async () => {
    const person = await called('Xanthippe Vosquil')
    const reader = await signedIn()
    await made(subscribePage, { as: reader, params: { id: page.id } })
    const mailed = await signedIn()
    await made(subscribePage, { as: mailed, params: { id: page.id } })
    await choose(mailed, { types: { page_comment: { in_app: false, mail: 'daily' } } })
    const project = await givenProject(writer)
    const task = await givenTask(writer, project)
    const chat = await givenChat(writer, [person, reader])
    const text = 'Hello @Xanthippe Vosquil!'
    const mentions = [person.id, reader.id]
    await comment(text, [person.id])
    await givenComment(writer, task, { text, mentions })
    await givenWords(writer, chat, { text, mentions: [reader.id] })
    // truncated within the name
    await comment(`${'x'.repeat(188)} @Xanthippe Vosquil`, [person.id])
    await settle()

    await finishErasure((await startErasure(admin, person)).body)
    await settle()

    const after = 'Hello @Former colleague!'
    const told = await made(listNotifications, { as: reader })
    const { items: onTask } = await made(listTaskComments, { as: writer, params: { id: task.id } })
    expect(await texts()).toContain(after)
    expect(onTask[0]!.text).toBe(after)
    expect((await chatFor(writer, chat)).items[0]!.text).toBe(after)
    const bodies = told.items.map(({ body }) => body)
    expect(bodies.filter((body) => body === after)).toHaveLength(3)
    expect(bodies).toContain(`${'x'.repeat(188)} @Former colleague`)
    expect(await itemsWith(['xanthippe', 'vosquil'])).toEqual([])
  })
  test('removes index terms of texts indexed after the account was removed', async () => {
    const person = await called('Ottokar Wurlizer')
    const { id } = await comment('Hello @Ottokar Wurlizer!', [person.id])
    const { body: job } = await startErasure(admin, person)
    await deliver(erasePerson, job.id)

    await handTo(indexDocuments, { type: 'wiki_comment', id: `${id}#${page.id}` })
    const indexed = await itemsWith(['wurlizer'])
    await finishErasure(job)

    expect(indexed.some((key) => key.startsWith('vocabulary#w'))).toBe(true)
    expect(await itemsWith(['ottokar', 'wurlizer'])).toEqual([])
  })
})
