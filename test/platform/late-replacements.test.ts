import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventFeeds } from '../../src/calendar/event-feed.ts'
import { createEventFeed } from '../../src/lms/event/endpoints/create-event-feed.ts'
import { readAllNotifications } from '../../src/notifications/endpoints/read-all-notifications.ts'
import { readMarks } from '../../src/notifications/read-mark.ts'
import type { DynamoProxy } from '../support/dynamo-proxy.ts'
import { givenTableProxy } from '../support/given-proxy.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

/** The service with a table whose responses are lost. */

const load = () => import('../../src/invocation/invocation.ts')

let proxy: DynamoProxy
let runFunction: Awaited<ReturnType<typeof load>>['runFunction']
let person: SignedIn

beforeAll(async () => {
  const given = await givenTableProxy(load)
  proxy = given.proxy
  runFunction = given.loaded.runFunction
  return given.end
})

beforeEach(async () => {
  person = await signedIn()
})

afterEach(() => {
  vi.useRealTimers()
  proxy.loses = () => false
  proxy.forgets = false
})

/**
 * Returns a call on behalf of the person that can be repeated under its key; it resolves to `done` or an error code.
 */
const onBehalf = (name: string) => {
  const headers = { 'idempotency-key': randomUUID() }
  return () =>
    runFunction(name, {}, { headers, address: '', actor: person }).then(
      () => 'done',
      ({ code }: { code: string }) => code,
    )
}

/** Makes a call that stores an item with the sort key `sk`, and loses the response to that write. */
const lose = async (request: () => Promise<string>, sk: string) => {
  proxy.loses = (operation, _attempt, body) => /Put|Write/.test(operation) && body.includes(sk)
  expect(await request()).toBe('service.unavailable')
  proxy.loses = () => false
}

/** Lets some minutes pass; after ten, DynamoDB forgets the tokens of transactions. */
const pass = (minutes: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
  proxy.forgets = minutes >= 10
}

describe.each([1, 11, 600])('A replacement whose response was lost, repeated after %i minutes', (minutes) => {
  test('does not restore an older read mark', async () => {
    const readAll = onBehalf('lms_read_all_notifications')
    await lose(readAll, 'notifications-read')
    await made(readAllNotifications, { as: person })
    const mark = await readMarks.get({ user_id: person.id })
    pass(minutes)

    expect(await readAll()).toBe('done')
    expect(await readMarks.get({ user_id: person.id })).toEqual(mark)
  })

  test('does not revoke a newer calendar link', async () => {
    const createFeed = onBehalf('lms_create_event_feed')
    await lose(createFeed, 'event-feed')
    await made(createEventFeed, { as: person })
    const feed = await eventFeeds.get({ user_id: person.id })
    pass(minutes)

    expect(await createFeed()).toBe('request.done_before')
    expect(await eventFeeds.get({ user_id: person.id })).toEqual(feed)
  })
})
