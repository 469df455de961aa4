import { call } from '../support/call.ts'
import type { SignedIn } from '../support/people.ts'
import { deleteWebhook } from '../../src/webhooks/endpoints/delete-webhook.ts'
import { runWebhook, startReceiver, verify, type Received } from '../webhooks/receiver.ts'
import { givenWebhook } from '../webhooks/given.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import { withoutLog, type Part } from './attack.ts'

/** Age at which a receiver refuses a request that is sent again, in milliseconds. */
const oldMilliseconds = 6 * 60_000

/** Returns the body of an event about a resource. */
const eventAbout = (id: string) => ({
  type: 'macro.updated',
  timestamp: new Date().toISOString(),
  data: { id, type: 'macro', version: 2, url: null, api_url: null, actor_id: null, fields: ['name'] },
})

/** Runs work as if the time had passed. */
const after = (milliseconds: number, work: () => unknown) => {
  const { now } = Date
  const time = now() + milliseconds
  Date.now = () => time
  try {
    return work()
  } finally {
    Date.now = now
  }
}

const isAccepted = (request: Received, secret: string | null, milliseconds = 0): boolean => {
  try {
    return after(milliseconds, () => verify(request, secret)) !== undefined
  } catch {
    return false
  }
}

/** Returns the forgeries of a delivery by an attacker who has seen it, and knows the secret of another webhook. */
const forgeries = (genuine: Received, foreign: Received): Record<string, Received> => {
  const withHeaders = (headers: Record<string, string>) => ({
    ...genuine,
    headers: { ...genuine.headers, ...headers },
  })
  const { 'webhook-timestamp': time = '', 'webhook-signature': signature = '' } = genuine.headers
  const foreignSignature = foreign.headers['webhook-signature'] ?? ''
  return {
    'another body': { ...genuine, body: foreign.body },
    'a longer body': { ...genuine, body: `${genuine.body} ` },
    'another ID': withHeaders({ 'webhook-id': newId() }),
    'another time': withHeaders({ 'webhook-timestamp': String(Number(time) + 1) }),
    'no signature': withHeaders({ 'webhook-signature': '' }),
    'an unknown version of signatures': withHeaders({ 'webhook-signature': signature.replace('v1,', 'v2,') }),
    'the signature for another webhook': withHeaders({ 'webhook-signature': foreignSignature }),
    'a delivery to another webhook': foreign,
  }
}

/**
 * Checks that a receiver that verifies deliveries with the library of Standard Webhooks rejects forged and replayed
 * ones. This process delivers them, because the attacked service calls no address of this machine.
 */
export const deliveries: Part = async ({ person, violated, note }) => {
  const as: SignedIn = await person('admin')
  const receiver = await startReceiver()
  const hook = { url: receiver.url, events: ['macro.updated'] }
  const tried = await withoutLog(async () => {
    const [webhook, other] = [await givenWebhook(as, hook), await givenWebhook(as, hook)]
    for (const { id } of [webhook, other]) await runWebhook(id, { ...eventAbout(newId()), id: newId() })
    const [genuine, foreign] = receiver.received as [Received, Received]
    if (!isAccepted(genuine, webhook.secret)) violated('a receiver rejects a genuine delivery')
    if (!isAccepted(foreign, other.secret)) violated('a receiver rejects a genuine delivery')
    const forged = Object.entries(forgeries(genuine, foreign))
    for (const [name, request] of forged)
      if (isAccepted(request, webhook.secret)) violated(`a receiver accepts a delivery with ${name}`)
    if (isAccepted(genuine, webhook.secret, oldMilliseconds)) violated('a receiver accepts an old delivery')
    for (const { id } of [webhook, other]) await call(deleteWebhook, { as, params: { id } })
    return forged.length + 1
  })
  receiver.stop()
  note(`${tried} forged or replayed deliveries`)
}
