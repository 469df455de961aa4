import createClient from 'openapi-fetch'
import type { components, paths } from '../generated/openapi-typescript/api.ts'
import { readEvents } from '../recipes/events.ts'
import { allItems } from '../recipes/paging.ts'
import { retryingFetch } from '../recipes/retries.ts'
import { absentId, bytes, put, titles, type Flow } from './flow.ts'

type Schemas = components['schemas']

const required = <T>(data: T | undefined): T => {
  if (data === undefined) throw new Error('It was refused.')
  return data
}

export const flow: Flow = async ({ url, email, password, model }) => {
  const client = createClient<paths>({ baseUrl: url, fetch: retryingFetch() })
  const token = required((await client.POST('/api/v1/auth/login', { body: { email, password } })).data)
  client.use({
    onRequest: ({ request }) => request.headers.set('Authorization', `Bearer ${token.access_token}`),
  })

  const project = required((await client.POST('/api/v1/task/projects', { body: { name: 'Clients' } })).data)
  const path = { id: project.id }
  for (const title of titles)
    await client.POST('/api/v1/task/projects/{id}/tasks', { params: { path }, body: { title } })
  const list = allItems(async (cursor) => {
    const query = { limit: 2, status: ['todo' as const], ...(cursor && { cursor }) }
    return required((await client.GET('/api/v1/task/projects/{id}/tasks', { params: { path, query } })).data)
  })
  const tasks = await Array.fromAsync(list)
  const taskPath = { id: tasks[0]?.id ?? '' }
  const task = required((await client.GET('/api/v1/task/tasks/{id}', { params: { path: taskPath } })).data)
  const renamed = await client.PUT('/api/v1/task/tasks/{id}', {
    params: { path: taskPath },
    body: { ...task, title: 'Delta' },
  })

  const created = await client.POST('/api/v1/files', {
    body: { name: 'notes.txt', size: bytes.length, content_type: 'text/plain' },
  })
  const { file, upload } = required(created.data)
  await put(upload)
  const complete = await client.POST('/api/v1/files/{id}/complete', { params: { path: { id: file.id } } })

  const assistant = await client.POST('/api/v1/assistants/create', {
    body: { name: 'Helper', model_id: model },
  })
  const chat = await client.POST('/api/v1/chats', {
    body: { topic: 'A question', participants: [required(assistant.data).id] },
  })
  const { data: stream } = await client.POST('/api/v1/chats/{id}/message', {
    params: { path: { id: required(chat.data).id }, header: { Accept: 'text/event-stream' } },
    body: { text: 'Are you there?' },
    parseAs: 'stream',
  })
  const body = required(stream) as ReadableStream<Uint8Array>
  const events = await Array.fromAsync(readEvents<Schemas['MessageStreamEvent']>(body))

  const { error, response } = await client.GET('/api/v1/task/tasks/{id}', {
    params: { path: { id: absentId } },
  })
  return {
    titles: tasks.map(({ title }) => title),
    renamed: required(renamed.data).title,
    fileStatus: required(complete.data).status,
    events: events.map(({ event }) => event),
    text: events.map((event) => (event.event === 'delta' ? event.data.text : '')).join(''),
    refusal: { status: response.status, detail: required(error).detail },
  }
}
