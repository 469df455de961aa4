import { askJson, given, openResponse, require, type Conversation, type Step } from './conversation.ts'

type ChatStep = (talk: Conversation, asked: { chatId?: string }) => Step

const startChat = async (talk: Conversation, model_id: string): Promise<string> => {
  const create = async (path: string, json: object) => {
    const { id } = await askJson<{ id: string }>(talk, 'POST', `/api/v1/${path}`, { as: talk.author, json })
    return id
  }
  const name = `Smoke ${talk.word}`
  const instructions = 'Answer from the wiki.'
  const assistantId = await create('assistants/create', { name, instructions, model_id })
  talk.made.push(`/api/v1/assistants/${assistantId}`)
  const chatId = await create('chats', { topic: name, participants: [assistantId] })
  talk.made.push(`/api/v1/chats/${chatId}`)
  return chatId
}

/**
 * Streams the reply to a message, and returns the time of each chunk in milliseconds. Throws if the reply is
 * incomplete.
 */
const streamReply = async (talk: Conversation, chatId: string): Promise<number[]> => {
  const from = performance.now()
  const response = await openResponse(talk.url, 'POST', `/api/v1/chats/${chatId}/message`, {
    as: talk.author,
    headers: { Accept: 'text/event-stream' },
    json: { text: `What is ${talk.word}?` },
  })
  const type = response.headers.get('content-type')
  require(type?.startsWith('text/event-stream') === true, `${response.status} with ${type} came.`)
  const times: number[] = []
  let received = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    times.push(Math.round(performance.now() - from))
    received += decoder.decode(chunk as Uint8Array, { stream: true })
  }
  require(/^event: done$/m.test(received), `It ended without "done": ${received.slice(-200)}`)
  return times
}

const chatStep: ChatStep = (talk, asked) => ({
  name: 'an assistant and a chat',
  run: async () => {
    asked.chatId = await startChat(talk, 'extractive')
    return 'both are there'
  },
})

const streamStep: ChatStep = (talk, asked) => ({
  name: 'a stream',
  run: async () => {
    const times = await streamReply(talk, given(asked.chatId, 'chat'))
    require(times.length > 1, 'The stream arrived in one piece: a proxy buffers it.')
    return `${times.length} pieces, the first after ${times[0]} ms, the last after ${times.at(-1)} ms`
  },
})

/** The function that replies calls each model with its own permissions. */
const modelsStep: ChatStep = (talk) => ({
  name: 'a reply of each Bedrock model',
  run: async () => {
    const path = '/api/v1/models?limit=100'
    const { items } = await askJson<{ items: { id: string; provider: string }[] }>(talk, 'GET', path, {
      as: talk.author,
    })
    const ids = items.flatMap(({ id, provider }) => (provider === 'bedrock' ? id : []))
    for (const id of ids) await streamReply(talk, await startChat(talk, id))
    return ids.length === 0 ? 'no model is configured' : `${ids.join(', ')} answered`
  },
})

/** Returns the steps about replies of assistants while they are being written. */
export const chatSteps = (talk: Conversation): Step[] => {
  const asked = {}
  return [chatStep, streamStep, modelsStep].map((step) => step(talk, asked))
}
