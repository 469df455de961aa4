import {
  Api,
  type HttpResponse,
  type MessageStreamEvent,
  type Problem,
  type TaskList,
  type TaskSummary,
} from '../generated/swagger-typescript-api/api.ts'
import { absentId, bytes, eventsIn, put, titles, type Flow } from './flow.ts'

export const flow: Flow = async ({ url, email, password, model }) => {
  const client = new Api<string>({
    baseUrl: url,
    securityWorker: (token) => (token === null ? {} : { headers: { Authorization: `Bearer ${token}` } }),
  })
  const { api } = client
  const { data: token } = await api.authLogin({ email, password })
  client.setSecurityData(token.access_token)

  const { data: project } = await api.taskCreateProject({ name: 'Clients' })
  for (const title of titles) await api.taskCreateTask(project.id, { title })
  const tasks: TaskSummary[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { limit: 2, status: ['todo' as const], ...(cursor && { cursor }) }
    const page: { data: TaskList } = await api.taskListTasks(project.id, query)
    tasks.push(...page.data.items)
    cursor = page.data.next_cursor
  }
  const { data: task } = await api.taskReadTask(tasks[0]?.id ?? '')
  const renamed = await api.taskUpdateTask(task.id, { ...task, title: 'Delta' })

  const file = { name: 'notes.txt', size: bytes.length, content_type: 'text/plain' }
  const { data: created } = await api.filesCreateFile(file)
  await put(created.upload)
  const complete = await api.filesCompleteFile(created.file.id)

  const { data: assistant } = await api.assistantsCreateAssistant({ name: 'Helper', model_id: model })
  const { data: chat } = await api.chatsCreateChat({ topic: 'A question', participants: [assistant.id] })
  const { body: stream } = await client.request({
    path: `/api/v1/chats/${chat.id}/message`,
    method: 'POST',
    body: { text: 'Are you there?' },
    type: 'application/json',
    secure: true,
    headers: { Accept: 'text/event-stream' },
  })
  const events = await eventsIn<MessageStreamEvent>(stream as ReadableStream<Uint8Array>)

  const refused = await api
    .taskReadTask(absentId)
    .catch((response: HttpResponse<unknown, Problem>) => response)
  return {
    titles: tasks.map(({ title }) => title),
    renamed: renamed.data.title,
    fileStatus: complete.data.status,
    events: events.map(({ event }) => event),
    text: events.map((event) => (event.event === 'delta' ? event.data.text : '')).join(''),
    refusal: { status: refused.status, detail: (refused.error as Problem).detail },
  }
}
