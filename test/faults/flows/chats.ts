import { setTimeout as sleep } from 'node:timers/promises'
import { all, must, type Client } from '../client.ts'
import type { Flow } from '../flow.ts'
import { scriptedModelId } from '../../support/scripted-provider.ts'

interface Said {
  id: string
  role: string
  text: string
  status: string
  reply_to_id: string | null
}

const feed = (client: Client, id: string) => all(client, `/chats/${id}`) as Promise<Said[]>

const asksHelp = 'support_create_ticket'

/** People write into a chat with each other, and each asks an assistant. */
export const chats: Flow = {
  name: 'chats',
  begin: async ({ person, scripts }, history) => {
    scripts.set(history.name, (subject) => [{ name: asksHelp, arguments: { subject } }])
    const people = await Promise.all([person(), person()])
    const clients = people.map(({ client }) => client)
    const newChat = (client: Client, topic: string, participants: string[]) =>
      must(client, { method: 'POST', path: '/chats', body: { topic, participants } })
    const shared = await newChat(
      clients[0] as Client,
      'All',
      people.map(({ id }) => id),
    )
    const own = await Promise.all(
      clients.map(async (client) => {
        const body = { name: 'Echo', model_id: scriptedModelId, functions: [asksHelp] }
        const assistant = await must(client, { method: 'POST', path: '/assistants/create', body })
        return newChat(client, 'Asking', [assistant.id])
      }),
    )

    /** Waits for a reply so that it is written under faults; a reply that takes longer is checked at the end. */
    const isOver = async (client: Client, path: string) => {
      for (const deadline = Date.now() + 2_500; Date.now() < deadline; await sleep(300))
        if ((await history.read(client, path))?.body.status !== 'pending') return
    }

    const lanes = clients.map((client, index) => async (turn: number) => {
      for (const [what, { id }] of [
        ['message', shared],
        ['question', own[index]],
      ] as const) {
        const text = history.mark()
        const key = turn % 2 === 0 ? text : undefined
        const path = `/chats/${id}/message`
        const { answer } = await history.write(client, what, text, {
          method: 'POST',
          path,
          body: { text },
          key,
        })
        const reply = answer.body?.replies?.[0] as Said | undefined
        if (reply) await isOver(client, `/chats/${id}/messages/${reply.id}`)
      }
    })

    const check = async () => {
      const written = await feed(clients[0] as Client, shared.id)
      history.compare(
        'message',
        written.map(({ text }) => text),
      )
      const asked = await Promise.all(own.map(({ id }, index) => feed(clients[index] as Client, id)))
      const questions = asked.flat().filter(({ role }) => role === 'user')
      history.compare(
        'question',
        questions.map(({ text }) => text),
      )
      const replies = asked.flat().filter(({ role }) => role === 'assistant')
      history.follows(
        'reply',
        questions.map(({ id }) => id),
        replies.map(({ reply_to_id }) => reply_to_id as string),
      )
      for (const { status, text, reply_to_id } of replies) {
        const question = questions.find(({ id }) => id === reply_to_id)?.text
        if (status === 'completed' ? text !== `You said ${question}.` : status !== 'failed')
          history.wrong(`The reply to ${question} is ${status}: "${text}".`)
      }
      const tickets = (await Promise.all(clients.map((client) => all(client, '/support/tickets')))).flat()
      for (const { status, reply_to_id } of replies) {
        const question = questions.find(({ id }) => id === reply_to_id)?.text
        const count = tickets.filter(({ subject }) => subject === question).length
        if (count > 1 || (status === 'completed' && count === 0))
          history.wrong(`The reply to ${question} is ${status} and has made ${count} tickets, not 1.`)
      }
    }
    return { lanes, check }
  },
}
