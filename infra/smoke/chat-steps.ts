import { askJson, given, open, require, type Conversation, type Step } from './conversation.ts'

type ChatStep = (talk: Conversation, asked: { chatId?: string }) => Step

const chatStep: ChatStep = (talk, asked) => ({
  name: 'an assistant and a chat',
  run: async () => {
    const assistant = await askJson<{ id: string }>(talk, 'POST', '/api/v1/assistants/create', {
      as: talk.author,
      json: { name: `Smoke ${talk.word}`, instructions: 'Answer from the wiki.', model_id: 'extractive' },
    })
    talk.made.push(`/api/v1/assistants/${assistant.id}`)
    const chat = await askJson<{ id: string }>(talk, 'POST', '/api/v1/chats', {
      as: talk.author,
      json: { topic: `Smoke ${talk.word}`, participants: [assistant.id] },
    })
    talk.made.push(`/api/v1/chats/${chat.id}`)
    asked.chatId = chat.id
    return 'both are there'
  },
})

const streamStep: ChatStep = (talk, asked) => ({
  name: 'a stream',
  run: async () => {
    const from = performance.now()
    const response = await open(talk.url, 'POST', `/api/v1/chats/${given(asked.chatId, 'chat')}/message`, {
      as: talk.author,
      headers: { Accept: 'text/event-stream' },
      json: { text: `What is ${talk.word}?` },
    })
    const type = response.headers.get('content-type')
    require(type?.startsWith('text/event-stream') === true, `${response.status} with ${type} came.`)
    const times: number[] = []
    let said = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      times.push(Math.round(performance.now() - from))
      said += decoder.decode(chunk as Uint8Array, { stream: true })
    }
    require(/^event: done$/m.test(said), `It ended without "done": ${said.slice(-200)}`)
    require(times.length > 1, 'All of it came in one piece: something on the way keeps it back.')
    return `${times.length} pieces, the first after ${times[0]} ms, the last after ${times.at(-1)} ms`
  },
})

/** An assistant's answer, as it is written. */
export const chatSteps = (talk: Conversation): Step[] => {
  const asked = {}
  return [chatStep, streamStep].map((step) => step(talk, asked))
}
