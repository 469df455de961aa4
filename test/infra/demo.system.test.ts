import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../infra/local/machine/free-port.ts'
import { launch, noneLeft, until, whenReady, type LocalService } from '../support/local-service.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'demo-'))
const temporary = mkdtempSync(join(tmpdir(), 'demo-'))
let port: number
let service: LocalService

const start = async () => {
  port = await freePort()
  const variables = { PORT: String(port), DATA_DIR: dataDir, TMPDIR: temporary, DEMO: 'yes' }
  return whenReady(launch({ variables }))
}

/** Returns the names of the resources created so far. */
const made = (): string[] => {
  const text = readFileSync(join(dataDir, 'demo.json'), 'utf8')
  return Object.keys((JSON.parse(text) as { made: object }).made)
}

const untilMade = (count: number) =>
  until(
    () => made().length >= count,
    () => `Only ${made().length} things were made, not ${count}: ${service.output()}`,
    150,
  )

/** Fields of responses that these tests use. */
interface Body {
  id: string
  access_token: string
  page_count: number
  type: string
  status: string
  title: string
  number: number
  resource: { id: string }
  text: string
  conversation_starters: string[]
  replies: Body[]
  items: Body[]
  next_cursor: string | null
}

const call = async (path: string, token = '', body?: object): Promise<Body> => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const options = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, { headers, ...options })
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true)
  return (await answer.json()) as Body
}

const signIn = async (name: string): Promise<string> => {
  const credentials = { email: `${name}@example.com`, password: 'local-password' }
  return (await call('/auth/login', '', credentials)).access_token
}

const listAll = async (path: string, token: string, cursor = ''): Promise<Body[]> => {
  const { items, next_cursor } = await call(`${path}?limit=100${cursor && `&cursor=${cursor}`}`, token)
  return next_cursor === null ? items : [...items, ...(await listAll(path, token, next_cursor))]
}

beforeAll(async () => {
  service = await start()
})

afterAll(async () => {
  service.child.kill('SIGKILL')
  await service.ended
  for (const folder of [dataDir, temporary]) rmSync(folder, { recursive: true, force: true })
})

describe('the demo', () => {
  test('contains tickets in every status when the service is ready', async () => {
    const { items } = await call('/support/tickets?all=true&limit=100', await signIn('agent'))

    const states = new Set(items.map(({ status }) => status))
    expect(states).toEqual(new Set(['open', 'in_progress', 'pending', 'resolved', 'closed']))
  })

  test("contains entries in this week's calendar when the service is ready", async () => {
    const from = new Date(Date.now() - 86_400_000).toISOString()
    const to = new Date(Date.now() + 6 * 86_400_000).toISOString()

    const { items } = await call(`/lms/events?start=${from}&end=${to}`, await signIn('other'))

    const types = new Set(items.map(({ type }) => type))
    expect(types).toEqual(new Set(['session', 'deadline', 'task_due']))
  })

  test('lets the librarian answer every suggested question from the handbook', async () => {
    const user = await signIn('user')
    const { items } = await call('/assistants?q=librarian', user)
    const librarian = await call(`/assistants/${items[0]?.id}`, user)

    const ask = async (text: string) => {
      const chat = await call('/chats', user, { topic: 'A question', participants: [librarian.id] })
      const { replies } = await call(`/chats/${chat.id}/message`, user, { text })
      const read = () => call(`/chats/${chat.id}/messages/${replies[0]?.id}`, user)
      await until(
        async () => (await read()).status === 'completed',
        () => `No answer to "${text}".`,
      )
      return (await read()).text
    }
    const answers = await Promise.all(librarian.conversation_starters.map(ask))

    expect(answers).toEqual([
      expect.stringContaining('“Everyone has 28 days of vacation a year.”'),
      expect.stringContaining('“Call IT on extension 4711 at once, at any hour. We lock the device'),
      expect.stringContaining('“A weather station has a warranty of three years.”'),
    ])
  })

  test('creates little content before a person is notified of a task', async () => {
    await untilMade(60)
    const [user, other] = [await signIn('user'), await signIn('other')]
    const { id: person } = await call('/auth/me', other)
    const { id: project } = await call('/task/projects', user, { name: 'While the demo is made' })
    const { id } = await call(`/task/projects/${project}/tasks`, user, {
      title: 'Now',
      assignee_ids: [person],
    })
    const before = made().length

    await until(
      async () =>
        (await call('/lms/notifications?type=task_assigned', other)).items.some(
          ({ resource }) => resource.id === id,
        ),
      () => 'Nobody was told.',
    )

    // one resource is in progress, and another may follow before the stream shows the task; the rest allows for polling
    expect(made().length - before).toBeLessThanOrEqual(5)
  })

  test('contains three courses, one of them generated from a file with pictures', async () => {
    const user = await signIn('user')
    await untilMade(100)

    const { items } = await call('/lms/courses', user)

    const titles = items.map(({ title }) => title).toSorted()
    const made = items.find(({ title }) => title === 'Installing the LF-200 weather station')
    const text = JSON.stringify(await call(`/lms/courses/${made?.id}`, user))
    expect(titles).toEqual([
      'Answering customers',
      'Fire safety at work',
      'Installing the LF-200 weather station',
    ])
    expect(text.match(/!\[[^\]]+\]/g)).toHaveLength(2)
  })

  test('continues after a killed start, and duplicates nothing', async () => {
    await untilMade(120)
    service.child.kill('SIGKILL')
    await service.ended
    await noneLeft(dataDir)
    const before = made()

    service = await start()
    await untilMade(before.length + 10)
    service.child.kill('SIGTERM')
    await service.ended
    service = await start()
    const user = await signIn('user')
    const spaces = await listAll('/wiki/spaces', user)
    const pages = await Promise.all(spaces.map(({ id }) => listAll(`/wiki/spaces/${id}/pages`, user)))
    const titles = pages.flat().map(({ title }) => title)

    expect(made().slice(0, before.length)).toEqual(before)
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
    expect(spaces).toHaveLength(2)
    expect(await listAll('/lms/courses/categories', user)).toHaveLength(3)
  })
})
