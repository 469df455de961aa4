import { describe, expect, test } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { restoreRevision } from '../../src/wiki/endpoints/restore-revision.ts'
import { subscribePage } from '../../src/wiki/endpoints/subscribe-page.ts'
import { unsubscribePage } from '../../src/wiki/endpoints/unsubscribe-page.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call } from '../support/call.ts'
import { givenOwnPage, givenPage, givenRevision, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const subscribe = (page: { id: string }, ...people: SignedIn[]) =>
  Promise.all(people.map((as) => made(subscribePage, { as, params: { id: page.id } })))

const newsFor = async (as: SignedIn) => {
  const { body } = await call(listNotifications, {
    as,
    query: { type: 'page_updated,page_deleted', limit: 100 },
  })
  return body.items as { title: string; resource: { id: string } }[]
}

const countsFor = (people: SignedIn[]) => Promise.all(people.map(async (as) => (await newsFor(as)).length))

describe('A revision of a page', () => {
  test('notifies subscribers with its author, title and comment', async () => {
    const { author, page } = await givenOwnPage({ title: 'Plan' })
    const reader = await signedIn()
    await subscribe(page, reader)

    const revision = await givenRevision(author, page, { title: 'New plan', comment: 'Dates moved' })
    await settle()
    const { body } = await call(listNotifications, { as: reader })

    const [notification] = body.items
    expect(body).toMatchObject({ next_cursor: null, unread_count: 1 })
    expect(notification).toEqual({
      id: notification!.id,
      type: 'page_updated',
      title: `${author.name} updated “New plan”`,
      body: 'Dates moved',
      actor: { id: author.id, name: author.name },
      resource: {
        type: 'wiki_page',
        id: page.id,
        title: 'New plan',
        url: `http://127.0.0.1:3000/view/wiki_page/${page.id}`,
        api_url: `http://127.0.0.1:3000/api/v1/wiki/pages/${page.id}`,
      },
      read_at: null,
      created_at: revision.created_at,
      version: 1,
    })
  })

  test('notifies the author of the page, a subscriber by default, until they unsubscribe', async () => {
    const { author, page } = await givenOwnPage()
    const other = await signedIn()

    await givenRevision(author, page, { content: 'by the author' })
    await givenRevision(other, page, { content: 'by another' })
    await settle()
    const told = await newsFor(author)
    await made(unsubscribePage, { as: author, params: { id: page.id } })
    await givenRevision(other, page, { content: 'by another again' })
    await settle()

    expect(told.map(({ title }) => title)).toEqual([`${other.name} updated “${page['title'] as string}”`])
    expect(await newsFor(author)).toEqual(told)
  })

  test('notifies each subscriber exactly once, even if every message is delivered five times', async () => {
    const { author, page } = await givenOwnPage()
    const readers = await Promise.all(Array.from({ length: 5 }, () => signedIn()))
    await subscribe(page, ...readers)

    await givenRevision(author, page, { content: 'two' })
    await settle({ deliveries: 5 })
    await givenRevision(author, page, { content: 'three' })
    await made(restoreRevision, { as: author, params: { id: page.id, number: 1 } })
    await settle({ deliveries: 5 })

    expect(await countsFor(readers)).toEqual([3, 3, 3, 3, 3])
  })

  test('does not notify its author, later or former subscribers, and never of minor edits', async () => {
    const { author, page } = await givenOwnPage()
    const [before, later, ended] = await Promise.all([signedIn(), signedIn(), signedIn()])
    await subscribe(page, author, before, ended)
    await call(unsubscribePage, { as: ended, params: { id: page.id } })

    await givenRevision(author, page, { content: 'minor', is_minor: true })
    await givenRevision(author, page, { content: 'told' })
    await subscribe(page, later)
    await settle()

    expect(await countsFor([author, before, later, ended])).toEqual([0, 1, 0, 0])
  })

  test('does not notify people who may no longer read the page', async () => {
    const [owner, stays, leaves, admin] = await Promise.all([
      signedIn(),
      signedIn(),
      signedIn(),
      signedIn({ role: 'admin' }),
    ])
    const space = await givenSpace(owner, { members: [[stays, 'read']] })
    const page = await givenPage(owner, space)
    await subscribe(page, owner, stays, leaves, admin)

    await call(updateSpace, { as: owner, params: { id: space.id }, body: { visibility: 'private' } })
    await givenRevision(admin, page, { content: 'for members' })
    await givenRevision(owner, page, { content: 'for members' })
    await settle()

    expect(await countsFor([owner, stays, leaves, admin])).toEqual([1, 2, 0, 1])
  })

  test('does not notify anyone if the page is deleted meanwhile, except of the deletion', async () => {
    const { author, page } = await givenOwnPage()
    const reader = await signedIn()
    await subscribe(page, reader)

    await givenRevision(author, page, { content: 'two' })
    await call(deletePage, { as: author, params: { id: page.id } })
    await settle()

    expect(await countsFor([reader])).toEqual([1])
  })
})
