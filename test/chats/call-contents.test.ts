import { describe, expect, test } from 'vitest'
import { cancelMessage } from '../../src/chats/endpoints/cancel-message.ts'
import { createMessage } from '../../src/chats/endpoints/create-message.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { call } from '../support/call.ts'
import { chatFor, givenAssistant, givenChat, messageFor, replyTo } from '../support/given-chat.ts'
import { confirmed } from '../support/given-reply.ts'
import { givenProvider } from '../support/given-provider.ts'
import { givenDesk, givenMessage, givenTicket } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { settle } from '../support/world.ts'

const provider = await givenProvider()
const note = 'Between us: the requester is wrong.'
const { requester, agent } = await givenDesk()
const ticket = await givenTicket(requester)
await givenMessage(agent, ticket, { text: note, is_internal: true })

/** Creates a chat of both with an assistant of the agent, which reads the ticket for the asker. */
const givenRoom = async () => {
  const assistant = await givenAssistant(agent, {
    functions: ['support_list_messages', 'support_read_ticket'],
  })
  const chat = await givenChat(agent, [requester, assistant])
  provider.call('support_list_messages', { ticket_id: ticket.id })
  return chat
}

/** Returns the reply to the agent's question after the agent has approved its call. */
const approvedReply = async (chat: { id: string }, text: string) =>
  confirmed(agent, await replyTo(agent, chat, text), { approve: true })

const withheld = {
  id: '0.0',
  name: 'support_list_messages',
  effect: 'read',
  status: 'completed',
  arguments: {},
  result: null,
  truncated: true,
  error: null,
}

describe('the arguments and the result of a function call', () => {
  test('appear to the asker', async () => {
    const chat = await givenRoom()
    provider.say('I have read it.')

    const reply = await approvedReply(chat, '@Helper what is known?')

    expect(reply.function_calls).toMatchObject([{ arguments: { ticket_id: ticket.id }, truncated: false }])
    expect(JSON.stringify(reply.function_calls)).toContain(note)
  })

  test('appear to nobody else in the feed, in the message or in a notification', async () => {
    const chat = await givenRoom()
    provider.say('I have read it.')

    const reply = await approvedReply(chat, '@Helper what is known? Rosa asks. @Rosa Requester')

    const { items } = await chatFor(requester, chat)
    const [told] = (await made(listNotifications, { as: requester, query: { type: 'chat_mention' } })).items
    expect((await messageFor(requester, reply)).function_calls).toEqual([withheld])
    expect(items.at(-1)!.function_calls).toEqual([withheld])
    expect(told!.resource!.id).toBe(chat.id)
    expect(JSON.stringify([items, told])).not.toContain(note)
  })

  test('appear to nobody else even if the call failed', async () => {
    const { id } = await givenTicket(agent)
    const assistant = await givenAssistant(agent, { functions: ['support_read_ticket'] })
    const chat = await givenChat(agent, [requester, assistant])
    provider.call('support_read_ticket', { id, no_such: note }).say('I could not.')

    const reply = await replyTo(agent, chat, '@Helper look')

    expect((await messageFor(requester, reply)).function_calls).toMatchObject([
      { status: 'failed', arguments: {}, error: 'It failed.' },
    ])
  })

  test('appear to nobody else, not even to the person who ends the reply', async () => {
    const assistant = await givenAssistant(agent, {
      functions: ['support_list_messages', 'task_delete_task'],
      visibility: 'public',
    })
    const chat = await givenChat(requester, [agent, assistant])
    provider.call('support_list_messages', { ticket_id: ticket.id })
    provider.call('task_delete_task', { id: ticket.id })
    const reply = await approvedReply(chat, '@Helper what is known?')

    const params = { id: chat.id, message_id: reply.id }
    const cancelled = await made(cancelMessage, { as: requester, params })

    expect(reply.status).toBe('requires_action')
    expect(cancelled.function_calls).toMatchObject([withheld, { name: 'task_delete_task', arguments: {} }])
  })

  test('reach only the asker in a stream', async () => {
    const chat = await givenRoom()

    const { text } = await call(createMessage, {
      as: agent,
      params: { id: chat.id },
      body: { text: '@Helper what is known?' },
      headers: { Accept: 'text/event-stream' },
    })
    await settle()

    expect(text.split(ticket.id)).toHaveLength(3) // in `function_call` and in `done`
    expect(JSON.stringify(await chatFor(requester, chat))).not.toContain(ticket.id)
  })
})
