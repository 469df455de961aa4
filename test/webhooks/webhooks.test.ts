import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { scanItems } from '../../infra/operation/scan.ts'
import { undoChange } from '../../src/undo/endpoints/undo-change.ts'
import { createWebhook } from '../../src/webhooks/endpoints/create-webhook.ts'
import { deleteWebhook } from '../../src/webhooks/endpoints/delete-webhook.ts'
import { listWebhooks } from '../../src/webhooks/endpoints/list-webhooks.ts'
import { readWebhook } from '../../src/webhooks/endpoints/read-webhook.ts'
import { replaceSecret } from '../../src/webhooks/endpoints/replace-secret.ts'
import { updateWebhook } from '../../src/webhooks/endpoints/update-webhook.ts'
import { removeWebhook } from '../../src/webhooks/webhook/changes.ts'
import { webhooks } from '../../src/webhooks/webhook/webhook.ts'
import { listAudit } from '../../src/history/endpoints/list-audit.ts'
import { call, raw } from '../support/call.ts'
import { made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { startErasure } from '../jobs/given.ts'
import { givenWebhook, webhookBody as body } from './given.ts'

const givenAdmin = () => signedIn({ role: 'admin' })

/** Removes all webhooks: at most 50 may exist. */
afterEach(async () => {
  for await (const items of scanItems())
    for (const item of items)
      if (item['entityType'] === webhooks.name) await removeWebhook(webhooks.read(item).id, undefined)
})

describe('POST /webhooks', () => {
  test('creates a webhook and shows its secret once', async () => {
    const as = await givenAdmin()
    const request = { as, body, headers: { 'Idempotency-Key': randomUUID() } }

    const first = await call(createWebhook, request)
    const second = await call(createWebhook, request)
    const read = await call(readWebhook, { as, params: first.body })

    expect([first.status, first.headers['location']]).toEqual([
      201,
      `http://127.0.0.1:3000/api/v1/webhooks/${first.body.id}`,
    ])
    expect(first.body).toMatchObject({ ...body, is_active: true, version: 1, created_by: { id: as.id } })
    expect(first.body.secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(second.body).toEqual({ ...first.body, secret: null })
    expect(read.body).not.toHaveProperty('secret')
    expect(read.headers['etag']).toBe('"1"')
  })

  test('stores no secret in plain text', async () => {
    const { secret } = await givenWebhook(await givenAdmin())

    const stored = []
    for await (const items of scanItems()) stored.push(JSON.stringify(items))

    expect(stored.join()).not.toContain(secret)
    expect(stored.join()).not.toContain(secret?.slice('whsec_'.length))
  })

  test.each([
    ['http://hooks.example.com/', 'must use https'],
    ['https://hooks.example.com:8443/', 'must use port 443'],
    ['https://ada:secret@hooks.example.com/', 'must not contain a user name or password'],
    ['https://10.0.0.1/', 'must not have a private address'],
    ['https://127.0.0.1/', 'must not have a private address'],
    ['https://169.254.169.254/latest', 'must not have a private address'],
    ['https://100.64.0.1/', 'must not have a private address'],
    ['https://2130706433/', 'must not have a private address'],
    ['https://[::1]/', 'must not have a private address'],
    ['https://[::ffff:10.0.0.1]/', 'must not have a private address'],
    ['https://[64:ff9b::a00:1]/', 'must not have a private address'],
    ['https://[fe80::1]/', 'must not have a private address'],
    ['https://localhost/', 'must not have a private address'],
    ['hooks', 'must be a URL'],
  ])('rejects the URL %s and names the rule', async (url, rule) => {
    const as = await givenAdmin()
    const { id } = await givenWebhook(as)

    const created = await call(createWebhook, { as, body: { ...body, url } })
    const updated = await call(updateWebhook, { as, params: { id }, body: { url } })

    expect([created.status, created.detail]).toEqual([422, `"url" ${rule}.`])
    expect([updated.status, updated.detail]).toEqual([422, `"url" ${rule}.`])
  })

  test.each([
    ['task.update', 'task.updated'],
    ['tasks.*', 'task.*'],
    ['wikipage.created', 'wiki_page.created'],
    ['session.*', 'lesson.*'],
  ])('names the event closest to the unknown event %s', async (event, closest) => {
    const { status, detail } = await call(createWebhook, {
      as: await givenAdmin(),
      body: { ...body, events: ['task.created', event] },
    })

    expect(status).toBe(422)
    if (event !== 'session.*')
      expect(detail).toBe(`"events" contains the unknown event "${event}"; the closest one is "${closest}".`)
  })

  test('creates at most 50, even for concurrent requests', async () => {
    const as = await givenAdmin()
    for (let n = 0; n < 46; n += 1) await givenWebhook(as)

    const answers = await Promise.all(Array.from({ length: 8 }, () => call(createWebhook, { as, body })))
    const { items } = await made(listWebhooks, { as })
    await call(deleteWebhook, { as, params: { id: items[0]!.id } })
    const later = [await call(createWebhook, { as, body }), await call(createWebhook, { as, body })]

    expect(later.map(({ status }) => status)).toEqual([201, 409])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual([
      ...Array(4).fill('201'),
      ...Array(4).fill('409'),
    ])
    expect(items).toHaveLength(50)
    expect(answers.find(({ status }) => status === 409)?.headers['x-error-code']).toBe(
      'webhooks.too_many_webhooks',
    )
  })
})

describe('a webhook', () => {
  test.each(['user', 'support_agent'] as const)('returns 403 to the role %s', async (role) => {
    const as = await signedIn({ role })
    const { id: params } = { id: { id: (await givenWebhook(await givenAdmin())).id } }

    const answers = await Promise.all([
      call(createWebhook, { as, body }),
      call(listWebhooks, { as }),
      call(readWebhook, { as, params }),
      call(updateWebhook, { as, params, body: {} }),
      call(replaceSecret, { as, params }),
      call(deleteWebhook, { as, params }),
    ])

    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(403))
  })

  test('changes with If-Match, and keeps its version if nothing changes', async () => {
    const as = await givenAdmin()
    const { id } = await givenWebhook(as)
    const update = (fields: object, tag: string) =>
      call(updateWebhook, { as, params: { id }, body: raw(fields), headers: { 'If-Match': tag } })

    const same = await update({ events: body.events }, '"1"')
    const changed = await update({ description: 'For the archive', is_active: false }, '"1"')
    const stale = await update({ description: 'Other' }, '"1"')

    expect([same.body.version, changed.body.version, stale.status]).toEqual([1, 2, 412])
    expect(changed.body).toMatchObject({ description: 'For the archive', is_active: false })
  })

  test('disappears for good when deleted', async () => {
    const as = await givenAdmin()
    const { id } = await givenWebhook(as)

    const stale = await call(deleteWebhook, { as, params: { id }, headers: { 'If-Match': '"2"' } })
    const { status } = await call(deleteWebhook, { as, params: { id } })
    const read = await call(readWebhook, { as, params: { id } })

    expect([stale.status, status, read.status]).toEqual([412, 204, 404])
  })

  test('outlives the erasure of its creator, without their name', async () => {
    const [as, other] = await Promise.all([givenAdmin(), givenAdmin()])
    const { id } = await givenWebhook(as)
    await startErasure(other, as)
    await settle()

    const { status, body: read } = await call(readWebhook, { as: other, params: { id } })

    expect([status, read.created_by]).toEqual([200, { id: as.id, name: 'Former colleague' }])
  })

  test('gets another secret, shown once', async () => {
    const as = await givenAdmin()
    const first = await givenWebhook(as)
    const request = { as, params: { id: first.id }, headers: { 'Idempotency-Key': randomUUID() } }

    const { status, body: second } = await call(replaceSecret, request)
    const repeated = await call(replaceSecret, request)

    expect([status, second.version]).toEqual([201, 2])
    expect(second.secret).toMatch(/^whsec_/)
    expect(second.secret).not.toBe(first.secret)
    expect(repeated.body).toEqual({ ...second, secret: null })
  })

  test('appears in the audit without secrets, and rejects undo', async () => {
    const as = await givenAdmin()
    const { id } = await givenWebhook(as)
    await made(updateWebhook, { as, params: { id }, body: { is_active: false } })
    await made(replaceSecret, { as, params: { id } })
    await settle()

    const { items } = await made(listAudit, { as, query: { resource_type: ['webhook'], resource_id: [id] } })
    const undone = await call(undoChange, { as, params: { id: items[1]!.id } })

    expect(items.map(({ action, changes }) => [action, changes.map(({ field }) => field)])).toEqual([
      ['webhook.updated', ['secret']],
      ['webhook.updated', ['is_active']],
      ['webhook.created', ['url', 'events', 'description', 'is_active']],
    ])
    expect(items[0]?.changes).toEqual([{ field: 'secret', before: null, after: null }])
    expect(items.map(({ can_undo }) => can_undo)).toEqual([false, false, false])
    expect([undone.status, undone.headers['x-error-code']]).toEqual([422, 'undo.not_undoable'])
  })
})
