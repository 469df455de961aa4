import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { readPreferences } from '../../src/notifications/endpoints/read-preferences.ts'
import { updatePreferences } from '../../src/notifications/endpoints/update-preferences.ts'
import type { NotificationTypeName } from '../../src/notifications/notification-types.ts'
import { notify, remind } from '../../src/notifications/notify.ts'
import { call } from '../support/call.ts'
import { givenOwnPage, givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'

const read = (as: SignedIn) => call(readPreferences, { as })

const choose = (as: SignedIn, body: object, headers = {}) => call(updatePreferences, { as, body, headers })

const nowhere = { in_app: false, mail: 'none' }

/** Sends these notifications about a resource; returns the sorted types in the person's list, all unread. */
const toldOf = async (
  person: SignedIn,
  types: NotificationTypeName[],
  about: { id?: string; within?: string | undefined } = {},
) => {
  const resource =
    about.id === undefined ? null : { type: 'wiki_page', id: about.id, title: 'A', url: 'https://a.example' }
  const at = new Date().toISOString()
  const news = { actor: null, resource, within: about.within }
  for (const type of types)
    await notify([person.id], {
      ...news,
      cause: randomUUID(),
      type,
      params: { excerpt: '', name: 'A', until: at },
      at,
    } as never)
  const { body } = await call(listNotifications, { as: person })
  expect(body.unread_count).toBe(body.items.length)
  return body.items.map(({ type }: { type: string }) => type).sort() as string[]
}

describe('GET /lms/notifications/preferences', () => {
  test('defaults to immediate mails for what addresses the person, and daily ones for the rest', async () => {
    const person = await signedIn()

    const { body, headers } = await read(person)

    expect(body).toMatchObject({
      defaults: { in_app: true, mail: 'daily' },
      types: {
        page_mention: { in_app: true, mail: 'at_once' },
        ticket_reply: { in_app: true, mail: 'at_once' },
      },
      quiet_hours: null,
      muted: [],
      version: 1,
    })
    expect(Object.keys(body.types)).not.toContain('page_updated')
    expect(Object.keys(body.types)).not.toContain('token_expiring')
    expect(headers['etag']).toBe('"1"')
  })
})

describe('PUT /lms/notifications/preferences', () => {
  test('keeps missing fields, replaces types completely, and raises the version', async () => {
    const person = await signedIn()
    const quiet_hours = { start: '22:00', end: '07:30' }

    const first = await choose(person, { quiet_hours })
    const second = await choose(person, { types: { page_updated: nowhere } }, { 'If-Match': '"2"' })
    const same = await choose(person, (await read(person)).body)

    expect(first.body).toMatchObject({ quiet_hours, defaults: { in_app: true, mail: 'daily' }, version: 2 })
    expect(second.body).toMatchObject({ quiet_hours, types: { page_updated: nowhere }, version: 3 })
    expect(Object.keys(second.body.types)).toEqual(['page_updated'])
    expect(same.body).toEqual(second.body)
  })

  test('leaves version 1 if nothing changes', async () => {
    const person = await signedIn()

    const { body } = await choose(person, (await read(person)).body)

    expect(body.version).toBe(1)
  })

  test('mutes what the caller may see, each resource once', async () => {
    const author = await signedIn()
    const page = await givenPage(author, await givenSpace(author, { visibility: 'private' }))
    const other = await signedIn()
    const muted = [{ type: 'wiki_page', id: page.id }]

    const own = await choose(author, { muted: [...muted, ...muted] })
    const hidden = await choose(other, { muted })

    expect(own.body.muted).toEqual(muted)
    expect([hidden.status, hidden.detail]).toEqual([422, expect.stringContaining('"muted[0]"')])
  })

  test('reports the current version in a version conflict', async () => {
    const { detail } = await choose(await signedIn(), { muted: [] }, { 'If-Match': '"7"' })

    expect(detail).toBe('The preferences are now at version 1.')
  })

  test('rejects other versions and invalid values', async () => {
    const person = await signedIn()
    const muted = Array.from({ length: 201 }, () => ({ type: 'task', id: randomUUID() }))

    const statuses = await statusByCase({
      'another version': choose(person, { muted: [] }, { 'If-Match': '"7"' }),
      'types of one’s own account': choose(person, { types: { token_expiring: nowhere } }),
      'an unknown way': choose(person, { defaults: { in_app: true, mail: 'weekly' } }),
      'half a choice': choose(person, { defaults: { mail: 'none' } }),
      'no time of day': choose(person, { quiet_hours: { start: '24:00', end: '07:00' } }),
      'hours of no length': choose(person, { quiet_hours: { start: '22:00', end: '22:00' } }),
      'no thing': choose(person, { muted: [{ type: 'wiki_page', id: 'x' }] }),
      'more than 200 things': choose(person, { muted }),
    })

    expect(statuses).toEqual({
      'another version': 412,
      'types of one’s own account': 422,
      'an unknown way': 422,
      'half a choice': 422,
      'no time of day': 422,
      'hours of no length': 422,
      'no thing': 422,
      'more than 200 things': 422,
    })
  })
})

describe('Notifications under preferences', () => {
  test('leaves out types that the person has turned off, in the list and in the count', async () => {
    const person = await signedIn()
    await choose(person, { defaults: nowhere, types: { page_comment: { in_app: true, mail: 'none' } } })

    const told = await toldOf(person, ['page_updated', 'page_comment'])
    await remind([person.id], { type: 'page_review_due', actor: null, resource: null, cause: randomUUID() })

    expect(told).toEqual(['page_comment'])
    expect(await toldOf(person, [])).toEqual(['page_comment'])
  })

  test('always notifies a person about their account', async () => {
    const person = await signedIn()
    await choose(person, { defaults: nowhere, types: {} })

    expect(await toldOf(person, ['sign_in_attempts', 'token_expiring'])).toEqual([
      'sign_in_attempts',
      'token_expiring',
    ])
  })

  test('sends only notifications that address the person if the resource or its space is muted', async () => {
    const { author, page } = await givenOwnPage()
    await choose(author, { muted: [{ type: 'wiki_space', id: page.space_id }] })
    const types: NotificationTypeName[] = ['page_updated', 'page_comment', 'page_mention', 'page_deleted']

    const inSpace = await toldOf(author, types, { id: page.id, within: page.space_id })
    await choose(author, { muted: [{ type: 'wiki_page', id: page.id }] })
    const ofPage = await toldOf(author, types, { id: page.id })

    expect([inSpace, ofPage]).toEqual([['page_mention'], ['page_mention', 'page_mention']])
  })
})
