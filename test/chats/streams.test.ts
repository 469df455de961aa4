import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { answerMessage } from '../../src/chats/workers/answer-message.ts'
import { leases } from '../../src/chats/lease.ts'
import { createMessage } from '../../src/chats/endpoints/create-message.ts'
import { call } from '../support/call.ts'
import { handTo } from '../support/messages.ts'
import { chatFor, givenTalk, messageFor } from '../support/given-chat.ts'
import { declaredEvents } from '../support/declared-events.ts'
import { eventsIn, postStreamed, type StreamedEvent } from '../support/event-stream.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { startProvider, type ScriptedProvider } from '../support/scripted-provider.ts'
import { startService, type RunningService } from '../support/service.ts'

let provider: ScriptedProvider
let service: RunningService
let ada: SignedIn

beforeAll(async () => {
  ;[provider, service] = await Promise.all([startProvider(), startService()])
  ada = await signedIn()
  return () => Promise.all([provider.stop(), service.stop()])
})

const post = (chat: { id: string }, text: string, options = {}) =>
  postStreamed(service.url, ada, chat, text, options)

const streamed = async (chat: { id: string }, text: string): Promise<StreamedEvent[]> => {
  const response = await post(chat, text)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    201,
    'text/event-stream; charset=utf-8',
  ])
  return declaredEvents(createMessage.spec, response.body as ReadableStream<Uint8Array>)
}

/** Runs the worker on a reply, as the queue would. */
const work = async ({ chat_id, number }: { chat_id: string; number: number }) =>
  handTo(answerMessage, { chat_id, number })

/** Ends the lease as if the writer of the reply had been interrupted. */
const loseLease = async (reply: { chat_id: string; id: string }) => {
  const lease = await leases.get(reply)
  await leases.update(lease, { until: 0 })
}

describe('POST /chats/{id}/message with Accept: text/event-stream', () => {
  test('streams the message, the text as it arrives, the calls, and the completed reply', async () => {
    const { chat } = await givenTalk(ada, { functions: ['wiki_create_space'] })
    const call = { name: 'wiki_create_space', arguments: { name: 'Streamed' } }
    provider.step({ pieces: ['Let me', ' see.'], calls: [call] }).say('Here', ' it is.')

    const events = await streamed(chat, 'Make me a space')

    const [first, ...rest] = events
    expect(first).toMatchObject({ event: 'message', data: { replies: [{ status: 'pending' }] } })
    expect(first?.id).toBe(first?.data.message.id)
    const reply = first?.data.replies[0]
    expect(rest.map(({ event, data }) => [event, data.text ?? data.status ?? data.message.status])).toEqual([
      ['delta', 'Let me'],
      ['delta', ' see.'],
      ['function_call', 'completed'],
      ['delta', '\n\nHere'],
      ['delta', ' it is.'],
      ['done', 'completed'],
    ])
    expect(new Set(rest.map(({ id }) => id))).toEqual(new Set([reply.id]))
    expect(rest.at(-1)?.data.message).toEqual(await messageFor(ada, reply))
    expect(rest.at(-1)?.data.message.text).toBe('Let me see.\n\nHere it is.')
  })

  test('sends events that match the documented schemas', async () => {
    const { chat } = await givenTalk(ada)
    provider.say('Yes.')

    const { text } = await call(createMessage, {
      as: ada,
      params: { id: chat.id },
      body: { text: 'Are you there?' },
      headers: { Accept: 'text/event-stream' },
    })

    expect(text.match(/^event: .*$/gm)).toEqual(['event: message', 'event: delta', 'event: done'])
  })

  test('sends text before the model has finished', async () => {
    const { chat } = await givenTalk(ada)
    const { promise: until, resolve } = Promise.withResolvers<void>()
    provider.step({ pieces: ['First', ' last.'], until })

    const seen: string[] = []
    for await (const { event } of eventsIn((await post(chat, 'Hi')).body as ReadableStream<Uint8Array>)) {
      if (event === 'delta') resolve()
      seen.push(event)
    }

    expect(seen).toEqual(['message', 'delta', 'delta', 'done'])
  })

  test('ends with an error in one sentence if the model fails', async () => {
    const { chat } = await givenTalk(ada)
    provider.fail('cut')

    const events = await streamed(chat, 'Hi')

    const last = events.at(-1)
    expect(last?.event).toBe('error')
    expect(last?.data).toEqual({ detail: expect.stringMatching(/^The model "Scripted" .*\.$/) })
    expect((await chatFor(ada, chat)).items.at(-1)!.status).toBe('failed')
  })

  test('returns errors and handles repeated keys like other endpoints', async () => {
    const { chat } = await givenTalk(ada)
    provider.say('Once.')
    const headers = { 'Idempotency-Key': randomUUID() }

    const wrong = await post(chat, '')
    const first = await post(chat, 'Hi', { headers })
    await first.text()
    const second = await post(chat, 'Hi', { headers })

    expect([wrong.status, wrong.headers.get('content-type')]).toEqual([422, 'application/json'])
    expect(await wrong.json()).toEqual({ detail: expect.stringContaining('"text"') })
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(second.headers.get('content-type')).toBe('application/json')
    expect(((await second.json()) as { replies: unknown[] }).replies).toHaveLength(1)
    expect((await chatFor(ada, chat)).items).toHaveLength(2)
  })

  test('completes the reply after the client has disconnected', async () => {
    const { chat } = await givenTalk(ada)
    const { promise: until, resolve } = Promise.withResolvers<void>()
    provider.step({ pieces: ['First', ' last.'], until })
    const leaving = new AbortController()

    const response = await post(chat, 'Hi', { signal: leaving.signal })
    const events = eventsIn(response.body as ReadableStream<Uint8Array>)
    const first = (await events.next()).value as StreamedEvent
    leaving.abort()
    await expect(events.next()).rejects.toThrow('abort')
    resolve()

    const reply = first.data.replies[0]
    await expect.poll(async () => (await messageFor(ada, reply)).text).toBe('First last.')
  })

  test('keeps the worker away while it streams, and lets it resume an interrupted reply', async () => {
    const { chat } = await givenTalk(ada, { functions: ['wiki_create_space'] })
    const { promise: until, resolve } = Promise.withResolvers<void>()
    provider.call('wiki_create_space', { name: 'Before the end' })
    provider.step({ pieces: ['Half', ' of it.'], until }).say('All of it.')
    const events = eventsIn((await post(chat, 'Hi')).body as ReadableStream<Uint8Array>)
    const first = (await events.next()).value as StreamedEvent
    const reply = { ...first.data.replies[0], number: 2 }
    for await (const { event } of events) if (event === 'delta') break

    await work(reply)
    expect((await messageFor(ada, reply)).status).toBe('pending')
    await loseLease(reply)
    await work(reply)
    resolve()

    expect(await messageFor(ada, reply)).toMatchObject({
      status: 'completed',
      text: 'All of it.',
      function_calls: [{ name: 'wiki_create_space', status: 'completed' }],
    })
  })
})
