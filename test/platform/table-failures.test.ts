import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from '../../src/platform/schema/schema.ts'
import { localAws } from '../../infra/local/settings/variables.ts'
import { listRevisions } from '../../src/wiki/endpoints/list-revisions.ts'
import { listSpaces } from '../../src/wiki/endpoints/list-spaces.ts'
import { pages } from '../../src/wiki/page/page.ts'
import { call } from '../support/call.ts'
import type { DynamoProxy } from '../support/dynamo-proxy.ts'
import { deployedLimits, givenTableProxy, withoutPauses } from '../support/given-proxy.ts'
import { givenOwnPage } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { world } from '../support/world.ts'

/** The service with a table that loses responses or hangs. */

let proxy: DynamoProxy
let platform: Awaited<ReturnType<typeof load>>

const load = async () => {
  const { entity } = await import('../../src/platform/table/entity.ts')
  const { transact } = await import('../../src/platform/table/table.ts')
  const { login } = await import('../../src/auth/endpoints/login.ts')
  const { createUser } = await import('../../src/users/endpoints/create-user.ts')
  const { createSpace } = await import('../../src/wiki/endpoints/create-space.ts')
  const { createRevision } = await import('../../src/wiki/endpoints/create-revision.ts')
  const notes = entity({
    name: 'test.note',
    schema: z.object({
      id: z.string(),
      text: z.string().default(''),
      count: z.int().default(0),
      version: z.int(),
    }),
    key: ({ id }: { id: string }) => ({ pk: `note#${id}`, sk: 'note' }),
    counters: ['count'],
  })
  return { notes, transact, login, createUser, createSpace, createRevision }
}

beforeAll(async () => {
  const given = await givenTableProxy(load, deployedLimits)
  proxy = given.proxy
  platform = given.loaded
  return given.end
})

beforeEach(() => {
  proxy.loses = () => false
  proxy.keeps = () => false
  proxy.holds = () => undefined
  proxy.stalls = () => false
  proxy.delay = 0
  proxy.hangs = false
  proxy.calls.length = 0
})

/** Returns a function that loses the first response of every fifth call. */
const everyFifth = () => {
  let calls = 0
  return (_: string, attempt: number) => attempt === 1 && calls++ % 5 === 0
}

describe('A table whose response stops in its middle', () => {
  test('receives the call again', async () => {
    const { notes } = platform
    const note = await notes.create(notes.make({ text: 'kept' }))
    proxy.stalls = (operation, attempt) => operation === 'BatchGetItem' && attempt === 1

    const found = await notes.find(note)

    expect(found).toEqual(note)
  })
})

describe('A table that loses responses', () => {
  test('receives each call again, however often others were retried', async () => {
    const { notes } = platform
    proxy.loses = (operation, attempt) => operation === 'PutItem' && attempt < 3

    const made = []
    for (let n = 0; n < 5; n += 1)
      made.push(
        ...(await Promise.all(Array.from({ length: 10 }, () => notes.create(notes.make({ text: 'a' }))))),
      )
    const found = await notes.findMany(made.map(({ id }) => ({ id })))

    expect(found).toEqual(made)
  })

  test('causes no false rejection of a create', async () => {
    const { notes } = platform
    proxy.loses = everyFifth()

    const made = await Promise.all(Array.from({ length: 100 }, () => notes.create(notes.make({ text: 'a' }))))
    const found = await notes.findMany(made.map(({ id }) => ({ id })))

    expect(proxy.calls.length).toBeGreaterThan(115)
    expect(found).toEqual(made)
  })

  test('causes no false conflict of an update, and no skipped version', async () => {
    const { notes } = platform
    const note = await notes.create(notes.make({}))
    proxy.loses = everyFifth()

    let current = note
    await withoutPauses(async () => {
      for (let i = 1; i <= 30; i++) current = await notes.update(current, { text: String(i) })
    })

    expect(await notes.get(note)).toMatchObject({ text: '30', version: 31 })
  })

  test('causes no double count', async () => {
    const { notes, transact } = platform
    const note = await notes.create(notes.make({}))
    proxy.loses = everyFifth()

    await withoutPauses(async () => {
      for (let i = 0; i < 50; i++) await transact([notes.toAdd(note, 'count', 1)])
    })

    expect(await notes.get(note)).toMatchObject({ count: 50, version: 1 })
  })
})

describe('A POST with Idempotency-Key whose writes succeed and whose responses are all lost', () => {
  test('returns 503, and finds the created resource when it is repeated', async () => {
    const { createSpace } = platform
    const person = await signedIn()
    const body = { name: `Space ${person.id}`, visibility: 'private' as const }
    const create = () => call(createSpace, { as: person, body, headers: { 'Idempotency-Key': person.id } })
    proxy.loses = (operation) => operation === 'TransactWriteItems'

    const lost = await withoutPauses(create)
    proxy.loses = () => false
    const [again, replayed] = [await create(), await create()]
    const list = await call(listSpaces, { as: person })

    expect(lost.status, 'lost').toBe(503)
    expect(again.status, 'again').toBe(201)
    expect(replayed.status, 'replayed').toBe(201)
    expect(replayed.body).toEqual(again.body)
    expect(replayed.headers['idempotency-replayed']).toBe('true')
    const mine = list.body.items.filter(({ name }: { name: string }) => name === body.name)
    expect(mine.map(({ id }: { id: string }) => id)).toEqual([again.body.id])
  })

  test('creates a user once, whose password is hashed the same way', async () => {
    const { createUser } = platform
    const admin = await signedIn({ role: 'admin' })
    const body = {
      email: `new.${admin.id}@example.com`,
      name: 'Grace Hopper',
      password: 'a long enough password',
    }
    const create = () => call(createUser, { as: admin, body, headers: { 'Idempotency-Key': admin.id } })
    proxy.loses = (operation) => operation === 'TransactWriteItems'

    const lost = await withoutPauses(create)
    proxy.loses = () => false
    const again = await create()

    expect(lost.status, 'lost').toBe(503)
    expect(again.status, 'again').toBe(201)
    expect(again.body.email).toBe(body.email)
  })
})

describe('An update overtaken by another one', () => {
  /** Changes a note independently of the service. */
  const changed = async ({ id }: { id: string }, text: string) => {
    const client = new DynamoDBClient({ ...localAws, endpoint: world().endpoints.dynamodb })
    const values = { ':one': { N: '1' }, ':text': { S: text }, ':w': { S: randomUUID() } }
    await client.send(
      new UpdateItemCommand({
        TableName: world().tableName,
        Key: { pk: { S: `note#${id}` }, sk: { S: 'note' } },
        UpdateExpression: 'SET version = version + :one, summary.#text = :text, writeId = :w',
        ExpressionAttributeNames: { '#text': 'text' },
        ExpressionAttributeValues: values,
      }),
    )
    client.destroy()
  }

  test('throws 503 if its response was lost, and is neither rejected nor repeated', async () => {
    const { notes } = platform
    const note = await notes.create(notes.make({}))
    proxy.loses = (operation, attempt) => {
      if (operation !== 'UpdateItem' || attempt > 1) return false
      // the other update completes before the second attempt
      const overtaking = changed(note, 'of somebody else')
      proxy.holds = () => overtaking
      return true
    }

    const bound = notes.update(note, { text: 'mine' }, [1])

    await expect(bound).rejects.toMatchObject({ status: 503 })
    expect(await notes.get(note)).toMatchObject({ text: 'of somebody else', version: 3 })
  })

  test('applies on top if it had not arrived', async () => {
    const { notes } = platform
    const note = await notes.create(notes.make({}))
    let calls = 0
    proxy.keeps = (operation) => operation === 'UpdateItem' && calls++ === 0

    const [updated] = await Promise.all([
      notes.update(note, { text: 'mine' }),
      changed(note, 'of somebody else'),
    ])

    expect(updated).toMatchObject({ text: 'mine', version: 3 })
    expect(await notes.get(note)).toEqual(updated)
  })
})

/** Revises a page under a key, by default the page's own ID. */
const revising = (author: SignedIn, page: { id: string }, body: object, key = page.id) =>
  call(platform.createRevision, {
    as: author,
    params: { id: page.id },
    body,
    headers: { 'Idempotency-Key': key },
  })

describe('A revision with Idempotency-Key whose responses are all lost', () => {
  test.each([{}, { base_revision: 1 }])(
    'returns the existing revision when it is repeated with %o',
    async (bound) => {
      const { author, page } = await givenOwnPage()
      const revise = () => revising(author, page, { content: 'once', ...bound })
      proxy.loses = (operation) => operation === 'TransactWriteItems'

      const lost = await withoutPauses(revise)
      proxy.loses = () => false
      const again = await revise()
      const history = await call(listRevisions, { as: author, params: { id: page.id } })

      expect(lost.status, 'lost').toBe(503)
      expect(again.status, 'again').toBe(201)
      expect(again.body.number, 'again: number').toBe(2)
      expect(history.body.items).toHaveLength(2)
    },
  )

  test('exists only once if it was one of many', async () => {
    const { author, page } = await givenOwnPage()
    const keys = Array.from({ length: 5 }, () => randomUUID())
    const reviseAll = () =>
      Promise.all(keys.map((comment) => revising(author, page, { content: comment, comment }, comment)))
    proxy.loses = (operation, _attempt, body) => operation === 'TransactWriteItems' && body.includes(page.id)

    const lost = await withoutPauses(reviseAll)
    proxy.loses = () => false
    // the table may still be busy with the lost requests
    await expect
      .poll(async () => (await reviseAll()).map(({ status }) => status))
      .toEqual(keys.map(() => 201))
    const history = await call(listRevisions, { as: author, params: { id: page.id } })

    expect(lost.map(({ status }) => status)).toContain(503)
    const comments = history.body.items.map(({ comment }: { comment: string | null }) => comment)
    expect(comments).toHaveLength(6)
    expect(new Set(comments)).toEqual(new Set([...keys, null]))
  })
})

describe('A POST with Idempotency-Key that was carried out and would now have another result', () => {
  test('returns 409 on every repetition, and creates nothing twice', async () => {
    const { author, page } = await givenOwnPage()
    const revise = () => revising(author, page, { content: 'once' })
    proxy.loses = (operation) => operation === 'TransactWriteItems'

    const lost = await withoutPauses(revise)
    proxy.loses = () => false
    // as after revisions by others a minute later
    await pages.update(await pages.get(page), { applied_drafts: {} })
    const [again, third] = [await revise(), await revise()]
    const history = await call(listRevisions, { as: author, params: { id: page.id } })

    expect(lost.status, 'lost').toBe(503)
    expect(again.status, 'again').toBe(409)
    expect(third.status, 'third').toBe(409)
    expect(third.headers['x-error-code']).toBe('request.done_before')
    expect(history.body.items).toHaveLength(2)
  })
})

describe('A hanging table', () => {
  test('causes a 503 with Retry-After within 3 s', async () => {
    proxy.hangs = true
    const event = {
      httpMethod: 'POST',
      headers: {},
      body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'a long enough password' }),
      requestContext: { requestId: randomUUID(), identity: { sourceIp: '192.0.2.9' } },
    }

    const from = performance.now()
    const answer = await platform.login(event as never, {} as never)

    expect(answer.statusCode).toBe(503)
    expect(answer.headers).toMatchObject({ 'Retry-After': '1', 'X-Error-Code': 'service.unavailable' })
    // a second call would take it to 6 s
    expect(performance.now() - from).toBeLessThan(5_500)
  })
})
