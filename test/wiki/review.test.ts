import { afterEach, describe, expect, test, vi } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { sendScheduledMessages } from '../../src/scheduler.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call } from '../support/call.ts'
import { givenOwnPage, givenPage, givenRevision, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { lambdaContext, settle } from '../support/world.ts'

const minute = 60_000

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString()

const runScheduler = () => sendScheduledMessages({}, lambdaContext('scheduler'))

/** Runs the scheduler as if this time had passed. */
const passMinutes = async (minutes: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * minute })
  await runScheduler()
  vi.useRealTimers()
  return settle()
}

const remindersOf = async (as: SignedIn) =>
  (await call(listNotifications, { as, query: { type: 'page_review_due' } })).body.items

const review = async (as: SignedIn, { id }: { id: string }, body: object) => {
  const answer = await call(updatePage, { as, params: { id }, body })
  await settle()
  return answer
}

afterEach(() => void vi.useRealTimers())

describe('The review date of a page', () => {
  test('reminds the author once when it has come', async () => {
    const { author, page } = await givenOwnPage({ title: 'Fire drill' })
    const review_at = inMinutes(5)

    const { status, body } = await review(author, page, { review_at })
    await passMinutes(4)
    const early = await remindersOf(author)
    await passMinutes(5.1)
    await passMinutes(5.2)

    expect([status, body.review_at, body.revision]).toEqual([200, review_at, 1])
    expect(early).toEqual([])
    expect(await remindersOf(author)).toMatchObject([
      {
        title: 'Please review “Fire drill”',
        actor: null,
        resource: { type: 'wiki_page', id: page.id },
        created_at: expect.any(String),
      },
    ])
  })

  test.each([
    ['moved to a later time', { review_at: inMinutes(30) }],
    ['taken away', { review_at: null }],
    ['followed by the end of the page in the archive', { status: 'archived' }],
  ])('does not remind the author if it was %s', async (_, change) => {
    const { author, page } = await givenOwnPage()
    await review(author, page, { review_at: inMinutes(5) })

    await review(author, page, change)
    await passMinutes(6)

    expect(await remindersOf(author)).toEqual([])
  })

  test('does not remind the author of a deleted page', async () => {
    const { author, page } = await givenOwnPage()
    await review(author, page, { review_at: inMinutes(5) })

    await call(deletePage, { as: author, params: { id: page.id } })
    await settle()
    await passMinutes(6)

    expect(await remindersOf(author)).toEqual([])
  })

  test('reminds at once if it has already passed', async () => {
    const { author, page } = await givenOwnPage()

    await review(author, page, { review_at: inMinutes(-2) })

    expect(await remindersOf(author)).toHaveLength(1)
  })

  test('dates a late reminder at its delivery, among the newest notifications', async () => {
    const { author, page } = await givenOwnPage()
    await givenRevision(await signedIn(), page, { content: 'Newer.' })
    await settle()

    await review(author, page, { review_at: inMinutes(-60) })

    const { items } = (await call(listNotifications, { as: author })).body
    expect(items.map(({ type }: { type: string }) => type)).toEqual(['page_review_due', 'page_updated'])
    expect(items[0]!.created_at > items[1]!.created_at).toBe(true)
  })

  test('does not remind an author who may no longer read the page', async () => {
    const [owner, author] = [await signedIn(), await signedIn()]
    const space = await givenSpace(owner, { visibility: 'private', members: [[author, 'write']] })
    const page = await givenPage(author, space)
    await review(author, page, { review_at: inMinutes(5) })

    await call(updateSpace, { as: owner, params: { id: space.id }, body: { members: [] } })
    await passMinutes(6)

    expect(await remindersOf(author)).toEqual([])
  })

  test('returns 422 naming review_at if it is not a time', async () => {
    const { author, page } = await givenOwnPage()

    const answer = await call(updatePage, {
      as: author,
      params: { id: page.id },
      body: { review_at: 'soon' },
    })

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain('"review_at"')
    expect((await call(readPage, { as: author, params: { id: page.id } })).body.review_at).toBeNull()
  })
})
