import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { startTlsReceiver } from '../../support/tls-receiver.ts'
import { must } from '../client.ts'
import type { Flow } from '../flow.ts'

/** Number of clients, and of tasks that each creates in a turn. */
const clients = 4
const tasksAtOnce = 10

interface Sent {
  data: { id: string }
}

/**
 * Several people create tasks while a webhook sends each as an event: the receiver gets each at least once, under one
 * `webhook-id`. With `--operations=250`, these are 10,000 events.
 */
export const webhooks: Flow = {
  name: 'webhooks',
  begin: async ({ person }, history) => {
    const { client } = await person('admin')
    /** IDs under which the event of a task arrived. */
    const received = new Map<string, Set<string>>()
    let secret = ''
    const receive = async (request: IncomingMessage, response: ServerResponse) => {
      const body = await text(request)
      const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = request.headers
      const signed = new Webhook(secret).sign(String(id), new Date(Number(at) * 1_000), body)
      if (signed !== signature) history.wrong(`The event ${String(id)} has a wrong signature.`)
      const { data } = JSON.parse(body) as Sent
      received.set(data.id, (received.get(data.id) ?? new Set()).add(String(id)))
      response.writeHead(204).end()
    }
    const receiver = await startTlsReceiver((request, response) => void receive(request, response))
    const hook = { url: receiver.url, events: ['task.created'] }
    const webhook = await must(client, { method: 'POST', path: '/webhooks', body: hook })
    secret = webhook.secret as string
    const project = await must(client, {
      method: 'POST',
      path: '/task/projects',
      body: { name: history.mark() },
    })
    const path = `/task/projects/${project.id}/tasks`

    const create = async () => {
      const title = history.mark()
      const { answer } = await history.write(client, 'task', title, { method: 'POST', path, body: { title } })
      return answer.body?.id as string | undefined
    }
    const made: string[] = []
    const lanes = Array.from({ length: clients }, () => async () => {
      const ids = await Promise.all(Array.from({ length: tasksAtOnce }, create))
      made.push(...ids.filter((id) => id !== undefined))
    })

    const check = async () => {
      history.follows(
        'event',
        made,
        made.filter((id) => received.has(id)),
      )
      const several = [...received.values()].filter((ids) => ids.size > 1).length
      if (several > 0) history.wrong(`${several} events arrived under several IDs.`)
      await must(client, { method: 'DELETE', path: `/webhooks/${webhook.id}` })
      receiver.stop()
    }
    return { lanes, check }
  },
}
