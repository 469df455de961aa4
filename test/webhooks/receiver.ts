import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { inRequest, noSession } from '../../src/platform/runtime/request-context.ts'
import type { DeliveredEvent } from '../../src/webhooks/catalogue/event-body.ts'
import { listDeliveries } from '../../src/webhooks/endpoints/list-deliveries.ts'
import { deliverEvents } from '../../src/webhooks/workers/deliver-events.ts'
import { made } from '../support/given.ts'
import type { SignedIn } from '../support/people.ts'
import { startTlsReceiver, trustAuthority } from '../support/tls-receiver.ts'

/** A request that a receiver got. */
export interface Received {
  id: string
  headers: Record<string, string>
  body: string
}

/** Verifies a request as a receiver does that knows one secret; throws unless a signature matches. */
export const verify = ({ headers, body }: Received, secret: string | null): DeliveredEvent =>
  new Webhook(secret ?? '').verify(body, headers) as DeliveredEvent

/** Starts a receiver over https whose answers can be set; by default 204. */
export const startReceiver = async () => {
  process.env['WEBHOOK_LOOPBACK'] = 'yes'
  const distrust = trustAuthority()
  const received: Received[] = []
  let answer = (_: IncomingMessage, response: ServerResponse): unknown => response.writeHead(204).end()
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const headers = request.headers as Record<string, string>
    received.push({ id: headers['webhook-id'] ?? '', headers, body })
    answer(request, response)
  }
  const receiver = await startTlsReceiver((request, response) => void receive(request, response))
  return {
    url: receiver.url,
    received,
    /** Sets the answer to the following requests. */
    answers: (next: typeof answer) => void (answer = next),
    stop: () => {
      delete process.env['WEBHOOK_LOOPBACK']
      receiver.stop()
      distrust()
    },
  }
}

/** Runs the worker of a webhook, as a message does, by default one without an event. */
export const runWebhook = (
  webhook_id: string,
  event: (DeliveredEvent & { id: string }) | null = null,
): Promise<void> =>
  inRequest({ requestId: randomUUID(), confirmSession: noSession }, () =>
    deliverEvents.work({ webhook_id, event }),
  )

export const deliveriesOf = async (
  as: SignedIn,
  { id }: { id: string },
  query: { status?: 'pending' } = {},
) => (await made(listDeliveries, { as, params: { id }, query })).items
