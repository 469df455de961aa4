import { sendTestEvent } from '../../src/webhooks/endpoints/send-test-event.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { givenToken } from '../support/given-token.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { givenWebhook, webhookBody } from '../webhooks/given.ts'
import type { Scenario } from './scenarios.ts'

interface Options {
  /** Prepares further path parameters. */
  params?: (id: string, as: SignedIn) => Promise<Record<string, string>>
  body?: () => object
}

/** Creates a scenario with a webhook of its own. */
const onWebhook = (endpoint: string, trips: number, { params, body }: Options = {}): Scenario => ({
  endpoint,
  trips,
  given: async () => {
    const as = await signedIn({ role: 'admin' })
    const { id } = await givenWebhook(as)
    const options = { as, params: { id, ...(await params?.(id, as)) } }
    return () => ({ ...options, ...(body && { body: body() }) })
  },
})

let updates = 0

const webhookScenarios: Scenario[] = [
  {
    endpoint: 'webhooks-create-webhook',
    trips: 2,
    given: async () => {
      const as = await signedIn({ role: 'admin' })
      return () => ({ as, body: webhookBody })
    },
  },
  {
    endpoint: 'webhooks-list-webhooks',
    trips: 1,
    given: async () => {
      const as = await signedIn({ role: 'admin' })
      await givenWebhook(as)
      return () => ({ as })
    },
  },
  onWebhook('webhooks-read-webhook', 1),
  onWebhook('webhooks-update-webhook', 2, { body: () => ({ description: `Changed ${(updates += 1)}` }) }),
  onWebhook('webhooks-replace-secret', 2),
  onWebhook('webhooks-send-test-event', 2),
  onWebhook('webhooks-list-deliveries', 2),
  onWebhook('webhooks-redeliver-event', 2, {
    params: async (id, as) => ({ delivery_id: (await made(sendTestEvent, { as, params: { id } })).id }),
  }),
]

const headers = { Accept: 'application/json, text/event-stream' }

/** Creates a scenario in which a client with a token sends a message of the protocol. */
const onMessage = (
  of: string,
  trips: number,
  params: (page_id: string) => object,
  more: Partial<Scenario> = {},
): Scenario => ({
  endpoint: 'mcp-handle-message',
  of,
  trips,
  ...more,
  given: async () => {
    const person = await signedIn()
    const page = await givenPage(person, await givenSpace(person))
    const as = await givenToken(person)
    const body = { jsonrpc: '2.0', id: 1, ...params(page.id) }
    return () => ({ as, headers, body })
  },
})

/** Calls of the doors for machines: webhooks, and AI clients. */
export const machineScenarios: Scenario[] = [
  ...webhookScenarios,
  onMessage('list of tools', 1, () => ({ method: 'tools/list' })),
  onMessage(
    'a tool that reads a page',
    2,
    (id) => ({ method: 'tools/call', params: { name: 'wiki_read_page', arguments: { id } } }),
    { exception: { trips: 3, because: 'the token says whose call it is, which then takes two' } },
  ),
]
