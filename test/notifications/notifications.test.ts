import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { derivedId } from '../../src/platform/runtime/id.ts'
import { notifications } from '../../src/notifications/notification.ts'
import { notify } from '../../src/notifications/notify.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { readAllNotifications } from '../../src/notifications/endpoints/read-all-notifications.ts'
import { updateNotification } from '../../src/notifications/endpoints/update-notification.ts'
import { call, raw } from '../support/call.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

const givenNews = async (
  person: SignedIn,
  { title = 'News', cause = randomUUID(), at = daysAgo(0), type = 'page_updated' as const } = {},
) => notify([person.id], { type, params: { comment: title }, actor: null, resource: null, cause, at })

/** Creates an expired notification that the table has not removed yet. */
const givenExpired = ({ id: user_id }: SignedIn) => {
  const [created_at, params] = [daysAgo(181), { comment: 'expired' }]
  const id = derivedId(Date.parse(created_at), randomUUID())
  return notifications.create(notifications.make({ id, user_id, type: 'page_updated', params, created_at }))
}

const givenTitles = async (person: SignedIn, titles: string[]) => {
  for (const [i, title] of titles.entries())
    await givenNews(person, { title, at: daysAgo(titles.length - i) })
}

const list = async (as: SignedIn, query: Record<string, string | number | boolean> = {}) => {
  const { body } = await call(listNotifications, { as, query })
  const titles = body.items.map((item) => item.body) as string[]
  return {
    titles,
    items: body.items,
    unread_count: body.unread_count as number,
    next_cursor: body.next_cursor,
  }
}

const mark = (as: SignedIn, id: string, read: boolean, headers = {}) =>
  call(updateNotification, { as, params: { id }, body: { read }, headers })

describe('GET /lms/notifications', () => {
  test('lists notifications newest first, page by page, each once', async () => {
    const person = await signedIn()
    await givenTitles(person, ['1', '2', '3', '4', '5'])

    const first = await list(person, { limit: 2 })
    const second = await list(person, { limit: 2, cursor: first.next_cursor! })
    const third = await list(person, { limit: 2, cursor: second.next_cursor! })

    expect([first.titles, second.titles, third.titles]).toEqual([['5', '4'], ['3', '2'], ['1']])
    expect(third.next_cursor).toBeNull()
  })

  test('counts unread notifications exactly up to 99, then returns 100', async () => {
    const person = await signedIn()
    for (let i = 0; i < 99; i++) await givenNews(person)

    const ninetyNine = await list(person, { limit: 1 })
    await givenNews(person)
    await givenNews(person)
    const many = await list(person, { limit: 1 })

    expect([ninetyNine.unread_count, many.unread_count]).toEqual([99, 100])
  })

  test('filters by unread and by type', async () => {
    const person = await signedIn()
    await givenTitles(person, ['old', 'new'])
    const { items } = await list(person)
    await mark(person, items[1]!.id, true)

    const unread = await list(person, { unread: true })
    const updates = await list(person, { type: 'page_updated' })
    const others = await list(person, { type: 'chat_mention,task_mention' })

    expect(unread).toMatchObject({ titles: ['new'], unread_count: 1 })
    expect([updates.titles, others.titles]).toEqual([['new', 'old'], []])
  })

  test('returns 304 until a notification arrives or is read, also for a page with a next one', async () => {
    const person = await signedIn()
    await givenTitles(person, ['first', 'second'])
    const ask = (tag?: string) =>
      call(listNotifications, {
        as: person,
        query: { limit: 1 },
        ...(tag !== undefined && { headers: { 'If-None-Match': tag } }),
      })
    const { headers, status } = await ask()

    const same = await ask(headers['etag'])
    await call(readAllNotifications, { as: person })
    const read = await ask(headers['etag'])

    expect([status, same.status, read.status]).toEqual([200, 304, 200])
    expect(read.body).toMatchObject({ unread_count: 0, next_cursor: expect.any(String) })
  })

  test('ends before notifications older than 180 days, whether or not the table has removed them', async () => {
    const person = await signedIn()
    await givenExpired(person)
    await givenNews(person, { title: 'kept', at: daysAgo(179) })

    const [all, first] = [await list(person), await list(person, { limit: 1 })]
    const rest = await list(person, { limit: 1, cursor: first.next_cursor! })

    expect(all).toMatchObject({ titles: ['kept'], unread_count: 1, next_cursor: null })
    expect(rest).toMatchObject({ titles: [], next_cursor: null })
  })

  test('continues behind an expired notification that arrived late', async () => {
    const person = await signedIn()
    await givenTitles(person, ['older', 'newer'])
    await givenExpired(person)

    const first = await list(person, { unread: true, limit: 2 })
    const second = await list(person, { unread: true, limit: 2, cursor: first.next_cursor! })

    expect([first.titles, second.titles]).toEqual([['newer'], ['older']])
    expect(second.next_cursor).toBeNull()
  })

  test('shows no notifications of other people, and rejects an unknown type', async () => {
    const [person, other] = await Promise.all([signedIn(), signedIn()])
    await givenNews(person)

    const answer = await call(listNotifications, { as: other, query: { type: 'nonsense' } })

    expect(answer.status).toBe(422)
    expect(await list(other)).toMatchObject({ titles: [], unread_count: 0 })
  })
})

describe('PUT /lms/notifications/{id}', () => {
  test('marks a notification as read and as unread again', async () => {
    const person = await signedIn()
    await givenNews(person)
    const { id } = (await list(person)).items[0]!

    const read = await mark(person, id, true)
    const counted = await list(person)
    const again = await mark(person, id, true)
    const unread = await mark(person, id, false)

    expect(read.body.read_at).toMatch(/^\d{4}-.*Z$/)
    expect(again.body.read_at).toBe(read.body.read_at)
    expect(counted.unread_count).toBe(0)
    expect(unread.body).toMatchObject({ read_at: null, version: 3 })
    expect(await list(person, { unread: true })).toMatchObject({ titles: ['News'], unread_count: 1 })
  })

  test('returns 404 for another person’s notification, 412 for another version, 422 for an invalid value', async () => {
    const [person, other] = await Promise.all([signedIn(), signedIn()])
    await givenNews(person)
    const { id } = (await list(person)).items[0]!

    const statuses = await statusByCase({
      'another person': await mark(other, id, true),
      'another version': await mark(person, id, true, { 'If-Match': '"2"' }),
      'no boolean': await call(updateNotification, {
        as: person,
        params: { id },
        body: { read: raw('yes') },
      }),
    })

    expect(statuses).toEqual({
      'another person': 404,
      'another version': 412,
      'no boolean': 422,
    })
    expect((await list(person)).unread_count).toBe(1)
  })
})

describe('POST /lms/notifications/read-all', () => {
  test('marks all unread notifications as read, and none that arrive later', async () => {
    const person = await signedIn()
    for (let i = 0; i < 120; i++) await givenNews(person, { title: 'before' })

    const answer = await call(readAllNotifications, { as: person })
    const then = await list(person)
    const unread = await list(person, { unread: true })
    await givenNews(person, { title: 'of yesterday, told later', at: daysAgo(1) })
    const later = await list(person, { unread: true })

    expect(answer.status).toBe(204)
    expect(then.unread_count).toBe(0)
    expect(then.items.every(({ read_at }: { read_at: string | null }) => read_at !== null)).toBe(true)
    expect(unread).toMatchObject({ titles: [], next_cursor: null })
    expect(later).toMatchObject({ titles: ['of yesterday, told later'], unread_count: 1, next_cursor: null })
  })

  test('allows marking one as unread again, and leaves other people’s notifications alone', async () => {
    const [person, other] = await Promise.all([signedIn(), signedIn()])
    await Promise.all([givenTitles(person, ['a', 'b', 'c']), givenNews(other)])
    await call(readAllNotifications, { as: person })
    const { items } = await list(person)

    const unread = await mark(person, items[1]!.id, false)
    const list1 = await list(person, { unread: true })
    const readAgain = await mark(person, items[0]!.id, true)

    expect(unread.body.read_at).toBeNull()
    expect(list1).toMatchObject({ titles: ['b'], unread_count: 1 })
    expect(readAgain.body.read_at).toBe(items[0]!.read_at)
    expect((await list(other)).unread_count).toBe(1)
  })
})

describe('notify', () => {
  test('notifies people once for repeated calls, and leaves read notifications read', async () => {
    const person = await signedIn()
    const news = { cause: randomUUID(), at: daysAgo(1) }
    await givenNews(person, news)
    const { id } = (await list(person)).items[0]!
    await mark(person, id, true)

    await Promise.all([givenNews(person, news), givenNews(person, news)])

    expect(await list(person)).toMatchObject({ titles: ['News'], unread_count: 0 })
  })
})
