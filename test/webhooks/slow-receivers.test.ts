import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inRequest, noSession } from '../../src/platform/runtime/request-context.ts'
import { takeNamedLease, takeSlowSlot } from '../../src/webhooks/delivery/lease.ts'
import { runDeliveries } from '../../src/webhooks/delivery/run.ts'
import { sendTestEvent } from '../../src/webhooks/endpoints/send-test-event.ts'
import { made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenWebhook } from './given.ts'
import { startReceiver } from './receiver.ts'

let receiver: Awaited<ReturnType<typeof startReceiver>>

beforeAll(async () => {
  receiver = await startReceiver()
})

afterAll(() => receiver.stop())

/** Runs work like a worker for a message of its own. */
const inMessage = <T>(work: () => Promise<T>): Promise<T> =>
  inRequest({ requestId: randomUUID(), confirmSession: noSession }, work)

afterEach(() => void vi.useRealTimers())

test('a webhook whose worker was killed continues before its message returns after 60 s', async () => {
  const as = await signedIn({ role: 'admin' })
  const { id } = await givenWebhook(as, { url: receiver.url })
  await takeNamedLease(id)
  await made(sendTestEvent, { as, params: { id } })
  await settle()
  const before = receiver.received.length

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 50_000 })
  await inMessage(() => runDeliveries(id))

  expect([before, receiver.received.length]).toEqual([0, 1])
})

test('only one run of a slow webhook waits for a slot, and it attempts the deliveries', async () => {
  const as = await signedIn({ role: 'admin' })
  const { id } = await givenWebhook(as, { url: receiver.url })
  receiver.answers((_, response) => response.writeHead(500).end())
  await made(sendTestEvent, { as, params: { id } })
  await settle()
  const slots = []
  for (let n = 0; n < 12; n += 1) slots.push(await inMessage(takeSlowSlot))
  const waiting = []
  for (let n = 0; n < 5; n += 1) waiting.push(await inMessage(() => runDeliveries(id)))
  const before = receiver.received.length

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20_000 })
  const again = await inMessage(() => runDeliveries(id))
  vi.setSystemTime(Date.now() + 61_000)
  await inMessage(() => runDeliveries(id))

  expect(slots.filter((slot) => slot !== undefined)).toHaveLength(6)
  expect(waiting.map((message) => message?.delaySeconds)).toEqual([20, ...Array(4).fill(undefined)])
  expect(again?.delaySeconds).toBe(20)
  expect(receiver.received.length).toBe(before + 1)
})

test('the next run of a webhook leaves its slot to others for 2 s if the receiver is slow', async () => {
  const as = await signedIn({ role: 'admin' })
  const { id } = await givenWebhook(as, { url: receiver.url })
  for (let n = 0; n < 21; n += 1) await made(sendTestEvent, { as, params: { id } })
  receiver.answers((_, response) => response.end())
  const afterSuccess = await inMessage(() => runDeliveries(id))
  receiver.answers((_, response) => response.writeHead(500).end())
  const afterFailure = await inMessage(() => runDeliveries(id))

  expect([afterSuccess?.delaySeconds, afterFailure?.delaySeconds]).toEqual([0, 2])
})
