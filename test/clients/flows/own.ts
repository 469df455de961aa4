import { ApiError, createClient } from '../generated/own/client.ts'
import { absentId, bytes, put, titles, type Flow } from './flow.ts'

export const flow: Flow = async ({ url, email, password, model }) => {
  const { access_token: token } = await createClient({ url }).call('POST /auth/login', {
    body: { email, password },
  })
  const client = createClient({ url, token })

  const project = await client.call('POST /task/projects', { body: { name: 'Clients' } })
  const params = { id: project.id }
  for (const title of titles) await client.call('POST /task/projects/{id}/tasks', { params, body: { title } })
  const tasks = await Array.fromAsync(
    client.items('GET /task/projects/{id}/tasks', { params, query: { limit: 2, status: ['todo'] } }),
  )
  const task = await client.call('GET /task/tasks/{id}', { params: { id: tasks[0]?.id ?? '' } })
  const renamed = await client.call('PUT /task/tasks/{id}', {
    params: { id: task.id },
    body: { ...task, title: 'Delta' },
    ifMatch: task.version,
  })

  const { file, upload } = await client.call('POST /files', {
    body: { name: 'notes.txt', size: bytes.length, content_type: 'text/plain' },
  })
  await put(upload)
  const { status: fileStatus } = await client.call('POST /files/{id}/complete', { params: { id: file.id } })

  const assistant = await client.call('POST /assistants/create', {
    body: { name: 'Helper', model_id: model },
  })
  const chat = await client.call('POST /chats', {
    body: { topic: 'A question', participants: [assistant.id] },
  })
  const events: string[] = []
  let text = ''
  for await (const event of client.stream('POST /chats/{id}/message', {
    params: { id: chat.id },
    body: { text: 'Are you there?' },
  })) {
    events.push(event.event)
    if (event.event === 'delta') text += event.data.text
  }

  try {
    await client.call('GET /task/tasks/{id}', { params: { id: absentId } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, detail } = error
    return {
      titles: tasks.map(({ title }) => title),
      renamed: renamed.title,
      fileStatus,
      events,
      text,
      refusal: { status, detail },
    }
  }
  throw new Error('A task that is not there was answered.')
}
