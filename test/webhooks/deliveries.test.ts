import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { sendScheduled } from '../../src/platform/events/scheduler.ts'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { nextAttempt, demandedDelay } from '../../src/webhooks/delivery/retry-schedule.ts'
import { deleteWebhook } from '../../src/webhooks/endpoints/delete-webhook.ts'
import { listDeliveries } from '../../src/webhooks/endpoints/list-deliveries.ts'
import { readWebhook } from '../../src/webhooks/endpoints/read-webhook.ts'
import { redeliverEvent } from '../../src/webhooks/endpoints/redeliver-event.ts'
import { replaceSecret } from '../../src/webhooks/endpoints/replace-secret.ts'
import { sendTestEvent } from '../../src/webhooks/endpoints/send-test-event.ts'
import { updateWebhook } from '../../src/webhooks/endpoints/update-webhook.ts'
import { webhooks } from '../../src/webhooks/webhook/webhook.ts'
import { call } from '../support/call.ts'
import { made } from '../support/given.ts'
import { mailsTo } from '../support/mailbox.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenProject } from '../task/given.ts'
import { givenWebhook } from './given.ts'
import { deliveriesOf, runWebhook, startReceiver, verify } from './receiver.ts'

let receiver: Awaited<ReturnType<typeof startReceiver>>

beforeAll(async () => {
  receiver = await startReceiver()
})

afterAll(() => receiver.stop())

afterEach(() => {
  vi.useRealTimers()
  receiver.received.length = 0
  receiver.answers((_, response) => response.writeHead(204).end())
})

const minute = 60_000

/** Moves the clock, but not the timers. */
const advance = (milliseconds: number) => {
  const now = Date.now() + milliseconds
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['Date'], now })
}

/** Creates an administrator with a project, a webhook for tasks, and a deleter of it. */
const givenReceiving = async (events = ['task.*']) => {
  const as = await signedIn({ role: 'admin' })
  const project = await givenProject(as)
  await settle()
  const webhook = await givenWebhook(as, { url: receiver.url, events })
  const change = async (title = 'Pack') =>
    made(createTask, { as, params: { id: project.id }, body: { title } })
  const end = () => call(deleteWebhook, { as, params: { id: webhook.id } })
  return { as, webhook, change, end, params: { id: webhook.id } }
}

describe('deliveries of a change', () => {
  test('send a signed request with names of fields and no contents', async () => {
    const { as, webhook, change, end } = await givenReceiving()

    const task = await change('Secret plan')
    await settle()

    expect(receiver.received).toHaveLength(1)
    const [request] = receiver.received
    const event = verify(request!, webhook.secret)
    expect(event).toEqual({
      type: 'task.created',
      timestamp: expect.any(String) as string,
      data: {
        id: task.id,
        type: 'task',
        version: 1,
        url: `http://127.0.0.1:3000/view/task/${task.id}`,
        api_url: `http://127.0.0.1:3000/api/v1/task/tasks/${task.id}`,
        actor_id: as.id,
        fields: expect.arrayContaining(['title']) as string[],
      },
    })
    expect(request!.headers['user-agent']).toBe('enterprise-platform-webhooks/1')
    expect(request!.body).not.toContain('Secret')
    expect(() => verify(request!, `whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow(
      'No matching signature',
    )
    expect(() => verify({ ...request!, body: `${request!.body} ` }, webhook.secret)).toThrow(
      'No matching signature',
    )
    expect(await deliveriesOf(as, webhook)).toMatchObject([
      {
        id: request!.id,
        event: 'task.created',
        status: 'delivered',
        attempts: [{ status_code: 204, error: null }],
      },
    ])
    await end()
  })

  test('carry the version, also of a deletion', async () => {
    const { as, webhook, change, end } = await givenReceiving()
    const { id } = await change()
    await made(updateTask, { as, params: { id }, body: { title: 'Unpack' } })
    await made(deleteTask, { as, params: { id } })

    await settle()

    const events = receiver.received.map((one) => verify(one, webhook.secret))
    expect(events.map(({ type, data }) => `${type} ${data.version}`).toSorted()).toEqual([
      'task.created 1',
      'task.deleted 2',
      'task.updated 2',
    ])
    expect(events.find(({ type }) => type === 'task.updated')?.data.fields).toEqual(['title'])
    await end()
  })

  test('keep one webhook-id when messages are repeated', async () => {
    const { as, webhook, change, end } = await givenReceiving()
    await change()

    await settle({ deliveries: 3 })

    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
    expect(await deliveriesOf(as, webhook)).toHaveLength(1)
    await end()
  })

  test('leave out webhooks for other events, and those that are off or deleted', async () => {
    const { as, webhook, change, end } = await givenReceiving()
    const other = await givenWebhook(as, { url: receiver.url, events: ['task.deleted', 'wiki_page.*'] })
    await made(updateWebhook, { as, params: { id: webhook.id }, body: { is_active: false } })
    const gone = await givenWebhook(as, { url: receiver.url })
    await made(deleteWebhook, { as, params: { id: gone.id } })

    await change()
    await settle()

    expect(receiver.received).toEqual([])
    await Promise.all([end(), call(deleteWebhook, { as, params: { id: other.id } })])
  })

  test('reach other receivers while one does not answer', async () => {
    const { as, change, end } = await givenReceiving()
    const dead = await givenWebhook(as, { url: `${receiver.url}/dead` })
    receiver.answers(({ url }, response) =>
      url === '/dead' ? setTimeout(() => response.destroy(), 500) : response.end(),
    )

    await change()
    await settle()

    const [delivery] = await deliveriesOf(as, dead)
    expect(receiver.received).toHaveLength(2)
    expect(delivery).toMatchObject({ status: 'pending', attempts: [{ status_code: null }] })
    await Promise.all([end(), call(deleteWebhook, { as, params: { id: dead.id } })])
  })
})

describe('the secret of a webhook', () => {
  test('signs together with its predecessor for 24 hours', async () => {
    const { as, webhook, change, end, params } = await givenReceiving()
    const { secret } = await made(replaceSecret, { as, params })
    await change()
    await settle()
    const stored = await webhooks.get(params)
    await webhooks.update(stored, {
      former_secrets: stored.former_secrets.map((one) => ({ ...one, until: '2026-01-01T00:00:00.000Z' })),
    })

    await change()
    await settle()

    const [first, second] = receiver.received
    expect(verify(first!, webhook.secret)).toEqual(verify(first!, secret))
    expect(verify(second!, secret)).toMatchObject({ type: 'task.created' })
    expect(() => verify(second!, webhook.secret)).toThrow('No matching signature')
    expect(Date.parse(stored.former_secrets[0]!.until) - Date.now()).toBeGreaterThan(23 * 60 * minute)
    await end()
  })
})

test('events wait for another secret if the key that sealed the secret was lost', async () => {
  const { as, change, end, params } = await givenReceiving()
  await webhooks.update(await webhooks.get(params), { secret: 'lost.AAAA' })
  await change()
  const { failed } = await settle({ mayFail: true })
  const before = receiver.received.length

  const { secret } = await made(replaceSecret, { as, params })
  await settle()

  expect([failed.messages.length, before]).toEqual([1, 0])
  expect(verify(receiver.received[0]!, secret)).toMatchObject({ type: 'task.created' })
  await end()
})

describe('former secrets', () => {
  test('all sign for 24 hours, and are at most ten', async () => {
    const { as, webhook, change, end, params } = await givenReceiving()
    for (let n = 0; n < 9; n += 1) await made(replaceSecret, { as, params })
    const last = await Promise.all([1, 2, 3].map(() => call(replaceSecret, { as, params })))
    expect(last.filter(({ status }) => status === 201)).toHaveLength(1)
    const { former_secrets } = await webhooks.get(params)
    expect(last.find(({ status }) => status === 409)?.body).toMatchObject({
      detail: `The secret was replaced 10 times in 24 hours; replace it again after ${former_secrets[9]!.until}.`,
    })

    await change()
    await settle()

    expect(verify(receiver.received[0]!, webhook.secret)).toMatchObject({ type: 'task.created' })
    await end()
  })

  test('do not prevent deliveries if the key that sealed them was lost', async () => {
    const { as, webhook, change, end, params } = await givenReceiving()
    const secret = Buffer.alloc(90, 1).toString('base64')
    const until = new Date(Date.now() + 60 * minute).toISOString()
    await webhooks.update(await webhooks.get(params), { former_secrets: [{ secret, until }] })

    await change()
    await settle()

    expect(await deliveriesOf(as, webhook)).toMatchObject([{ status: 'delivered' }])
    expect(verify(receiver.received[0]!, webhook.secret)).toMatchObject({ type: 'task.created' })
    await end()
  })
})

describe('a failed delivery', () => {
  test('follows from a receiver that does not answer within 15 seconds', async () => {
    const { as, webhook, change, end } = await givenReceiving()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('Too late', 'TimeoutError')), 300)
      return controller.signal
    })
    receiver.answers(() => undefined)
    await change()

    await settle()

    const limits = timeout.mock.calls
    timeout.mockRestore()
    const [delivery] = await deliveriesOf(as, webhook)
    expect(delivery?.attempts).toMatchObject([
      { status_code: null, error: 'The receiver did not answer within 15 seconds.' },
    ])
    expect(limits).toContainEqual([15_000])
    await end()
  })

  test('repeats after 5 s, and then by the schedule, until it succeeds', async () => {
    const { as, webhook, change, end } = await givenReceiving()
    receiver.answers((_, response) => response.writeHead(500).end('x'.repeat(100_000)))
    await change()
    await settle()
    advance(6_000)
    await runWebhook(webhook.id)
    const [pending] = await deliveriesOf(as, webhook, { status: 'pending' })
    receiver.answers((_, response) => response.end())
    advance(7 * minute)
    await sendScheduled()
    await settle()

    const [delivery] = await deliveriesOf(as, webhook)
    expect(pending?.attempts).toMatchObject([
      { status_code: 500, error: 'The receiver answered 500.' },
      { status_code: 500 },
    ])
    expect(delivery).toMatchObject({ status: 'delivered', next_attempt_at: null })
    expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([delivery?.id]))
    expect(await deliveriesOf(as, webhook, { status: 'pending' })).toEqual([])
    await end()
  })

  test('waits as long as Retry-After demands', async () => {
    const { as, webhook, change, end } = await givenReceiving()
    receiver.answers((_, response) => response.writeHead(429, { 'Retry-After': '3600' }).end())
    await change()

    await settle()

    const [delivery] = await deliveriesOf(as, webhook)
    expect(Date.parse(delivery!.next_attempt_at!) - Date.now()).toBeGreaterThan(59 * minute)
    await end()
  })

  test.each([
    ['a redirect', 302, 'The receiver redirected the request (302), which is not followed.'],
    ['a refusal', 404, 'The receiver answered 404.'],
  ])('follows from %s', async (_, status, error) => {
    const { as, webhook, change, end } = await givenReceiving()
    receiver.answers((_request, response) => response.writeHead(status, { Location: receiver.url }).end())
    await change()

    await settle()

    const [delivery] = await deliveriesOf(as, webhook)
    expect(receiver.received).toHaveLength(1)
    expect(delivery?.attempts).toMatchObject([{ status_code: status, error }])
    await end()
  })

  test('follows from an address that is private now', async () => {
    const { as, webhook, change, end } = await givenReceiving()
    delete process.env['WEBHOOK_LOOPBACK']
    await change()

    await settle()

    process.env['WEBHOOK_LOOPBACK'] = 'yes'
    const [delivery] = await deliveriesOf(as, webhook)
    expect(delivery?.attempts[0]?.error).toMatch(/must (use port 443|not have a private address)/)
    expect(receiver.received).toEqual([])
    await end()
  })

  test('counts the time of the body, by which a receiver is slow', async () => {
    const { as, webhook, change, end } = await givenReceiving()
    receiver.answers((_, response) => {
      response.writeHead(200).write('a')
      setTimeout(() => response.end('b'), 400)
    })
    await change()

    await settle()

    const [delivery] = await deliveriesOf(as, webhook)
    expect(delivery?.attempts[0]?.duration_ms).toBeGreaterThan(300)
    await end()
  })

  test('ends an answer of any length after 16 KiB', async () => {
    const { as, webhook, change, end } = await givenReceiving()
    let sent = 0
    receiver.answers((_, response) => {
      response.writeHead(200)
      const chunk = Buffer.alloc(16_384)
      const write = () => {
        while (!response.destroyed && sent < 1e9) {
          sent += chunk.length
          if (!response.write(chunk)) return void response.once('drain', write)
        }
      }
      write()
    })
    await change()

    await settle()

    expect(await deliveriesOf(as, webhook)).toMatchObject([{ status: 'delivered' }])
    expect(sent).toBeLessThan(20e6)
    await end()
  })
})

describe('a webhook', () => {
  const noticesOf = async (as: Parameters<typeof deliveriesOf>[0]) =>
    (await made(listNotifications, { as, query: { type: ['webhook_off'] } })).items.map(
      ({ title, body }) => ({
        title,
        body,
      }),
    )

  test('turns off after a 410, and notifies its creator and the administrators', async () => {
    const other = await signedIn({ role: 'admin' })
    const { as, webhook, change, end, params } = await givenReceiving()
    receiver.answers((_, response) => response.writeHead(410).end())
    await change()

    await settle()

    const read = await made(readWebhook, { as, params })
    const [delivery] = await deliveriesOf(as, webhook)
    expect(read).toMatchObject({ is_active: false, off_reason: 'gone' })
    expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null })
    for (const person of [as, other])
      expect(await noticesOf(person)).toMatchObject([
        { title: expect.stringMatching(/^The webhook to localhost:\d+ was turned off$/) as string },
      ])
    expect(JSON.stringify(await mailsTo(as.email))).toContain('was turned off')
    await end()
  })

  test('stays on if it gets another URL while the former one answers 410', async () => {
    const { as, change, end, params } = await givenReceiving()
    receiver.answers(async (_, response) => {
      await made(updateWebhook, { as, params, body: { url: `${receiver.url}/moved` } })
      response.writeHead(410).end()
    })
    await change()

    await settle()

    expect(await made(readWebhook, { as, params })).toMatchObject({ is_active: true, off_reason: null })
    await end()
  })

  test('sends no waiting events after it was deleted', async () => {
    const { webhook, change, end } = await givenReceiving()
    receiver.answers((_, response) => response.writeHead(500).end())
    await change()
    await settle()
    await end()
    receiver.received.length = 0
    advance(6 * minute)

    await runWebhook(webhook.id)
    await sendScheduled()
    await settle()

    expect(receiver.received).toEqual([])
  })

  test('turns off after four days without success, and sends waiting events when turned on', async () => {
    const { as, webhook, change, end, params } = await givenReceiving()
    receiver.answers((_, response) => response.writeHead(503).end())
    await change()
    await settle()
    advance(4 * 24 * 60 * minute)
    await runWebhook(webhook.id)
    await settle()
    vi.useRealTimers()
    const off = await made(readWebhook, { as, params })
    receiver.answers((_, response) => response.end())

    const on = await made(updateWebhook, { as, params, body: { is_active: true } })
    advance(5 * 24 * 60 * minute)
    await settle()
    vi.useRealTimers()

    expect(off).toMatchObject({ is_active: false, off_reason: 'failing' })
    expect(on).toMatchObject({ is_active: true, off_reason: null })
    expect(await deliveriesOf(as, webhook)).toMatchObject([{ status: 'delivered' }])
    await end()
  })

  test('leaves a webhook that was turned on again four more days', async () => {
    const { webhook, change, end, params } = await givenReceiving()
    receiver.answers((_, response) => response.writeHead(503).end())
    await change()
    await settle()
    advance(4 * 24 * 60 * minute)
    await runWebhook(webhook.id)
    const as = await signedIn({ role: 'admin' })
    const off = await made(readWebhook, { as, params })

    await made(updateWebhook, { as, params, body: { is_active: true } })
    advance(6 * minute)
    await runWebhook(webhook.id)
    const on = await made(readWebhook, { as, params })
    vi.useRealTimers()

    expect([off.is_active, on.is_active]).toEqual([false, true])
    expect(receiver.received.length).toBeGreaterThan(2)
    await end()
  })
})

describe('POST /webhooks/{id}/test', () => {
  test('sends the test event', async () => {
    const { as, webhook, end, params } = await givenReceiving()

    const { status, body } = await call(sendTestEvent, { as, params })
    await settle()

    expect([status, body.status, body.event]).toEqual([202, 'pending', 'webhook.test'])
    expect(receiver.received.map((one) => [one.id, verify(one, webhook.secret)])).toMatchObject([
      [body.id, { type: 'webhook.test', data: { id: webhook.id, type: 'webhook', fields: [] } }],
    ])
    await end()
  })

  test('returns 409 for a webhook that is off', async () => {
    const { as, end, params } = await givenReceiving()
    await made(updateWebhook, { as, params, body: { is_active: false } })

    const { status, headers } = await call(sendTestEvent, { as, params })

    expect([status, headers['x-error-code']]).toEqual([409, 'webhooks.webhook_off'])
    await end()
  })
})

describe('POST /webhooks/{id}/deliveries/{delivery_id}/redeliver', () => {
  test('sends the event again under the same webhook-id', async () => {
    const { as, webhook, change, end } = await givenReceiving()
    await change()
    await settle()
    const [delivery] = await deliveriesOf(as, webhook)
    const params = { id: webhook.id, delivery_id: delivery!.id }

    const { status, body } = await call(redeliverEvent, { as, params })
    await settle()

    const [first, second] = receiver.received
    expect([status, body.status]).toEqual([202, 'pending'])
    expect([second?.id, second?.body]).toEqual([first?.id, first?.body])
    expect(await deliveriesOf(as, webhook)).toMatchObject([{ status: 'delivered', attempts: [{}, {}] }])
    await end()
  })

  test('sends the event again at once although an attempt fails meanwhile', async () => {
    const { as, webhook, change, end } = await givenReceiving()
    receiver.answers(async ({ headers }, response) => {
      receiver.answers((_, next) => next.end())
      await call(redeliverEvent, {
        as,
        params: { id: webhook.id, delivery_id: String(headers['webhook-id']) },
      })
      response.writeHead(500).end()
    })
    await change()

    await settle()

    expect(await deliveriesOf(as, webhook)).toMatchObject([
      { status: 'delivered', attempts: [{ status_code: 500 }, { status_code: 200 }] },
    ])
    await end()
  })

  test('returns 404 for unknown deliveries and webhooks', async () => {
    const { as, webhook, end } = await givenReceiving()
    const ask = (id: string) => call(redeliverEvent, { as, params: { id, delivery_id: randomUUID() } })

    const answers = await Promise.all([ask(webhook.id), ask(randomUUID())])
    const listed = await call(listDeliveries, { as, params: { id: randomUUID() } })

    expect(answers.map(({ headers }) => headers['x-error-code'])).toEqual([
      'webhooks.delivery_not_found',
      'webhooks.webhook_not_found',
    ])
    expect(listed.status).toBe(404)
    await end()
  })
})

describe('the schedule of retries', () => {
  test('contains nine delays of growing length, a little scattered', () => {
    const delays = Array.from({ length: 9 }, (_, n) => Date.parse(nextAttempt(n + 1, 0, 0)!) / minute)

    const expected = [5 / 60, 5, 30, 120, 300, 600, 840, 1_200, 1_440]
    expect(delays.every((delay, n) => delay >= expected[n]! && delay <= expected[n]! * 1.1)).toBe(true)
    expect(nextAttempt(10, 0, 0)).toBeUndefined()
  })

  test.each([
    [null, 0],
    ['120', 2 * minute],
    ['Thu, 01 Jan 1970 00:10:00 GMT', 10 * minute],
    ['Thu, 01 Jan 1960 00:10:00 GMT', 0],
    ['soon', 0],
    ['99999999999', 24 * 60 * minute],
  ])('reads the Retry-After %s as %d ms', (text, expected) => {
    expect(demandedDelay(text, 0)).toBe(expected)
  })
})
