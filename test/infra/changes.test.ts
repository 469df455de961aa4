import type { DynamoDBRecord } from 'aws-lambda'
import { beforeAll, describe, expect, test } from 'vitest'
import { changePatterns, matchesChange } from '../../infra/events/changes.ts'
import { defineFunctions } from '../../infra/functions/functions.ts'
import { streamPoller } from '../../infra/local/lambda/stream-poller.ts'
import { login } from '../../src/auth/endpoints/login.ts'
import { logout } from '../../src/auth/endpoints/logout.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { createSpace } from '../../src/wiki/endpoints/create-space.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { call } from '../support/call.ts'
import { givenOwnPage } from '../support/given.ts'
import { settle, world } from '../support/world.ts'
import { givenOwnTask } from '../task/given.ts'

const isWanted = (dynamodb: object) => changePatterns.some((pattern) => matchesChange({ dynamodb }, pattern))

const text = (S: string) => ({ S })
const keys = { pk: text('a'), sk: text('b') }

describe("the event filters of the stream's trigger", () => {
  test.each([
    ['what is made', { NewImage: { ...keys, entityType: text('wiki.page') } }],
    ['what is removed', { OldImage: { ...keys, entityType: text('wiki.page') } }],
    ['what was written under the old name', { NewImage: { ...keys, kind: text('wiki.page') } }],
    ['what is removed of that', { OldImage: { ...keys, kind: text('wiki.page') } }],
  ])('pass %s', (_, images) => {
    expect(isWanted({ Keys: keys, ...images })).toBe(true)
  })

  test.each([
    ['a row that does not say what it is', { NewImage: { ...keys, container: text('c') } }],
    ['the end of one', { OldImage: { ...keys, container: text('c') } }],
    ['a change without images', {}],
    ['a type that is no text', { NewImage: { ...keys, entityType: { N: '1' } } }],
  ])('drop %s', (_, images) => {
    expect(isWanted({ Keys: keys, ...images })).toBe(false)
  })

  test('equal those of the deployed trigger, and are at most five', () => {
    const { events } = defineFunctions({ endpoints: [], workers: [] }).dispatcher as unknown as {
      events: { stream: { filterPatterns: object[] } }[]
    }

    expect(events[0]?.stream.filterPatterns).toEqual(changePatterns)
    expect(changePatterns.length).toBeLessThanOrEqual(5)
  })
})

describe('the changes that reach the dispatcher', () => {
  const handed: DynamoDBRecord[] = []
  let changes = 0

  /** Collects everything that is written to this file's table, including consequences. */
  beforeAll(async () => {
    const { author, page } = await givenOwnPage({
      content: 'Words by which the page is found, many of them.',
    })
    const { author: doer, task } = await givenOwnTask({ title: 'Find words' })
    const headers = { 'Idempotency-Key': author.id }
    await call(createSpace, { as: author, body: { name: 'A space' }, headers })
    await call(login, { body: { email: author.email, password: 'wrong password' } })
    await settle()
    await call(deletePage, { as: author, params: { id: page.id } })
    await call(deleteTask, { as: doer, params: { id: task.id } })
    await call(logout, { as: author })
    await settle()
    const { step } = streamPoller({
      endpoints: world().endpoints,
      tableName: world().tableName,
      checkpoint: {},
      invoke: async ({ Records }) => {
        handed.push(...Records)
        return { batchItemFailures: [] }
      },
      setAside: async () => {},
    })
    for (let seen = await step(); seen > 0; seen = await step()) changes += seen
  })

  const typesOf = (eventName: string) =>
    new Set(
      handed
        .filter((record) => record.eventName === eventName)
        .map(({ dynamodb }) => (dynamodb?.NewImage ?? dynamodb?.OldImage)?.['entityType']?.S),
    )

  test('include created and removed resources, even sessions', () => {
    const people = ['users.user', 'users.sign_in_failure', 'auth.session']
    const wiki = ['wiki.space', 'wiki.tree', 'wiki.page', 'wiki.revision', 'wiki.subscription']

    expect(typesOf('INSERT')).toEqual(
      new Set([...people, ...wiki, 'task.project', 'task.task', 'trash.entry']),
    )
    expect(typesOf('REMOVE')).toEqual(new Set(['auth.session', 'wiki.page', 'task.task']))
  })

  test('exclude index terms, locks, counters, attempts, keys and derived rows', () => {
    const internal = /^(words|document|vocabulary|attempts|idempotency|email|space-slug|project-key|person-)/

    const keysOf = handed.map(({ dynamodb }) => dynamodb?.Keys?.['pk']?.S ?? '')

    expect(keysOf.filter((pk) => internal.test(pk))).toEqual([])
    expect(handed.length).toBeLessThan(changes / 2)
  })
})
