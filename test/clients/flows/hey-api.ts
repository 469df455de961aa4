import { createClient } from '../generated/hey-api/client/index.ts'
import * as api from '../generated/hey-api/sdk.gen.ts'
import type { MessageStreamEvent } from '../generated/hey-api/types.gen.ts'
import { readEvents } from '../recipes/events.ts'
import { allItems } from '../recipes/paging.ts'
import { retryingFetch } from '../recipes/retries.ts'
import { absentId, bytes, put, titles, type Flow } from './flow.ts'

export const flow: Flow = async ({ url, email, password, model }) => {
  const anonymous = createClient({ baseUrl: url })
  const { data: token } = await api.authLogin({
    client: anonymous,
    body: { email, password },
    throwOnError: true,
  })
  const client = createClient({ baseUrl: url, auth: token.access_token, fetch: retryingFetch() })
  const given = { client, throwOnError: true } as const

  const { data: project } = await api.taskCreateProject({ ...given, body: { name: 'Clients' } })
  const path = { id: project.id }
  for (const title of titles) await api.taskCreateTask({ ...given, path, body: { title } })
  const list = allItems(async (cursor) => {
    const query = { limit: 2, status: ['todo' as const], ...(cursor && { cursor }) }
    return (await api.taskListTasks({ ...given, path, query })).data
  })
  const tasks = await Array.fromAsync(list)
  const taskPath = { id: tasks[0]?.id ?? '' }
  const { data: task } = await api.taskReadTask({ ...given, path: taskPath })
  const renamed = await api.taskUpdateTask({ ...given, path: taskPath, body: { ...task, title: 'Delta' } })

  const { data: created } = await api.filesCreateFile({
    ...given,
    body: { name: 'notes.txt', size: bytes.length, content_type: 'text/plain' },
  })
  await put(created.upload)
  const complete = await api.filesCompleteFile({ ...given, path: { id: created.file.id } })

  const { data: assistant } = await api.assistantsCreateAssistant({
    ...given,
    body: { name: 'Helper', model_id: model },
  })
  const { data: chat } = await api.chatsCreateChat({
    ...given,
    body: { topic: 'A question', participants: [assistant.id] },
  })
  const { response: streamed } = await api.chatsCreateMessage({
    ...given,
    path: { id: chat.id },
    headers: { Accept: 'text/event-stream' },
    body: { text: 'Are you there?' },
    parseAs: 'stream',
  })
  const body = streamed.body as ReadableStream<Uint8Array>
  const events = await Array.fromAsync(readEvents<MessageStreamEvent>(body))

  const { error, response } = await api.taskReadTask({ client, path: { id: absentId } })
  return {
    titles: tasks.map(({ title }) => title),
    renamed: renamed.data.title,
    fileStatus: complete.data.status,
    events: events.map(({ event }) => event),
    text: events.map((event) => (event.event === 'delta' ? event.data.text : '')).join(''),
    refusal: { status: response?.status ?? 0, detail: error?.detail ?? '' },
  }
}
