import { isErrorFromAlias } from '@zodios/core'
import { createApiClient, schemas } from '../generated/openapi-zod-client/api.ts'
import { absentId, bytes, eventsIn, put, titles, type Flow } from './flow.ts'

interface StreamedEvent {
  event: string
}

/** Zodios checks every request and response against the schemas, and throws if one does not match. */
export const flow: Flow = async ({ url, email, password, model }) => {
  const anonymous = createApiClient(url)
  const { access_token } = await anonymous.auth_login({ email, password })
  const headers = { Authorization: `Bearer ${access_token}` }
  // axios writes a list as `status[]=` unless it is configured to repeat the name
  const paramsSerializer = { indexes: null }
  const client = createApiClient(url, { axiosConfig: { headers, paramsSerializer } })

  const project = await client.task_create_project({ name: 'Clients' })
  const params = { id: project.id }
  for (const title of titles) await client.task_create_task({ title }, { params })
  const tasks: { id: string; title: string }[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const queries = { limit: 2, status: ['todo' as const], ...(cursor && { cursor }) }
    const page: { items: { id: string; title: string }[]; next_cursor: string | null } =
      await client.task_list_tasks({ params, queries })
    tasks.push(...page.items)
    cursor = page.next_cursor
  }
  const taskParams = { id: tasks[0]?.id ?? '' }
  const task = await client.task_read_task({ params: taskParams })
  const renamed = await client.task_update_task({ ...task, title: 'Delta' }, { params: taskParams })

  const file = { name: 'notes.txt', size: bytes.length, content_type: 'text/plain' }
  const created = await client.files_create_file(file)
  await put(created.upload)
  const complete = await client.files_complete_file(undefined, { params: { id: created.file.id } })

  const assistant = await client.assistants_create_assistant({ name: 'Helper', model_id: model })
  const chat = await client.chats_create_chat({ topic: 'A question', participants: [assistant.id] })
  const response = await fetch(`${url}/api/v1/chats/${chat.id}/message`, {
    method: 'POST',
    headers: { ...headers, Accept: 'text/event-stream', 'Content-Type': 'application/json' },
    body: JSON.stringify(schemas.MessageCreate.parse({ text: 'Are you there?' })),
  })
  const events = await eventsIn<StreamedEvent & { data: { text?: string } }>(
    response.body as ReadableStream<Uint8Array>,
  )

  const refused = await client.task_read_task({ params: { id: absentId } }).catch((error: unknown) => error)
  if (!isErrorFromAlias(client.api, 'task_read_task', refused)) throw refused
  return {
    titles: tasks.map(({ title }) => title),
    renamed: renamed.title,
    fileStatus: complete.status,
    events: events.map(({ event }) => event),
    text: events.map(({ data }) => data.text ?? '').join(''),
    refusal: { status: refused.response.status, detail: refused.response.data.detail },
  }
}
