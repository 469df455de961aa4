import { askJson, given, open, require, type Conversation, type Step } from './conversation.ts'

/** An assistant's answer, as it is written. */
export const chatSteps = (talk: Conversation): Step[] => {
  const { url, author, word, made } = talk
  let chatId: string | undefined
  return [
    {
      name: 'an assistant and a chat',
      run: async () => {
        const assistant = await askJson<{ id: string }>(talk, 'POST', '/api/v1/assistants/create', {
          as: author,
          json: { name: `Smoke ${word}`, instructions: 'Answer from the wiki.', model_id: 'extractive' },
        })
        made.push(`/api/v1/assistants/${assistant.id}`)
        const chat = await askJson<{ id: string }>(talk, 'POST', '/api/v1/chats', {
          as: author,
          json: { topic: `Smoke ${word}`, participants: [assistant.id] },
        })
        made.push(`/api/v1/chats/${chat.id}`)
        chatId = chat.id
        return 'both are there'
      },
    },
    {
      name: 'a stream',
      run: async () => {
        const from = performance.now()
        const response = await open(url, 'POST', `/api/v1/chats/${given(chatId, 'chat')}/message`, {
          as: author,
          headers: { Accept: 'text/event-stream' },
          json: { text: `What is ${word}?` },
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
    },
  ]
}
