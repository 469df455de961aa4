import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../infra/local/machine/free-port.ts'
import type { ApiDocument } from '../../infra/release/released-document.ts'
import { resolveReference } from '../../infra/release/schema-breaks.ts'
import { launch, until, whenReady } from '../support/local-service.ts'
import released from './released-commit.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')
const document = JSON.parse(
  readFileSync(join(import.meta.dirname, 'released-openapi.json'), 'utf8'),
) as ApiDocument
const folder = mkdtempSync(join(tmpdir(), 'released-'))
const releasedCode = join(folder, 'code')

type Json = Record<string, unknown>

/** A request for each kind of resource that people create; `{name}` in a path or a body is the ID of that resource. */
const creations: [name: string, path: string, body: Record<string, string>][] = [
  ['space', '/wiki/spaces', { name: 'Handbook' }],
  ['page', '/wiki/pages', { space_id: '{space}', title: 'Welcome', content: 'The first day.' }],
  ['project', '/task/projects', { name: 'Launch', key: 'LAUNCH' }],
  ['task', '/task/projects/{project}/tasks', { title: 'Print the posters' }],
  ['comment', '/task/tasks/{task}/comments', { text: 'By Friday.' }],
  ['ticket', '/support/tickets', { subject: 'The printer', description: 'It is out of paper.' }],
  ['message', '/support/messages', { ticket_id: '{ticket}', text: 'It still is.' }],
  ['course', '/lms/courses/create', { title: 'Printing' }],
  ['event', '/lms/events', { title: 'Party', start_at: '2030-01-01T09:00:00Z' }],
  ['assistant', '/assistants/create', { name: 'Printer', instructions: 'Answer briefly.' }],
  ['chat', '/chats', { topic: 'Paper' }],
  ['group', '/groups', { name: 'Printers' }],
]

/** Paths whose answers both versions of the service give alike. */
const reads = [
  '/wiki/spaces/{space}',
  '/wiki/pages/{page}',
  '/task/projects/{project}',
  '/task/tasks/{task}',
  '/task/tasks/{task}/comments',
  '/support/tickets/{ticket}',
  '/support/messages?ticket_id={ticket}',
  '/lms/courses/{course}',
  '/lms/events/{event}',
  '/assistants/{assistant}',
  '/chats/{chat}',
  '/groups/{group}',
]

const hasReleasedCode = (() => {
  try {
    execFileSync('git', ['cat-file', '-e', `${released.commit}^{commit}`], { cwd: root, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** Returns the two programs of `npm start`, which each version has in folders of its own. */
const programsOf = (cwd: string): { generation: string; start: string } => {
  const { scripts } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const [generation = '', start = ''] = [...scripts.start.matchAll(/(?<=node )\S+/g)].map(String)
  return { generation, start }
}

interface Session {
  ask: (method: string, path: string, body?: Json) => Promise<{ status: number; body: Json }>
}

/** Runs `work` with an administrator of a service that runs the code in `cwd` on the data in `DATA_DIR`. */
const withService = async <T>(cwd: string, DATA_DIR: string, work: (session: Session) => Promise<T>) => {
  const port = await freePort()
  const args = [programsOf(cwd).start]
  const service = await whenReady(launch({ args, cwd, variables: { PORT: String(port), DATA_DIR } }))
  if (service.child.exitCode !== null) throw new Error(`The service has ended: ${service.output()}`)
  let token = ''
  const ask: Session['ask'] = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Json }
  }
  try {
    const signedIn = await ask('POST', '/auth/login', {
      email: 'admin@example.com',
      password: 'local-password',
    })
    token = String(signedIn.body['access_token'])
    return await work({ ask })
  } finally {
    service.child.kill('SIGTERM')
    await service.ended
  }
}

type Ids = Record<string, string>

const withIds = (text: string, ids: Ids): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name]))

const createAll = async ({ ask }: Session): Promise<Ids> => {
  const ids: Ids = {}
  for (const [name, path, body] of creations) {
    const values = Object.entries(body).map(([field, value]) => [field, withIds(value, ids)])
    const answer = await ask('POST', withIds(path, ids), Object.fromEntries(values) as Json)
    expect([name, answer.status], JSON.stringify(answer.body)).toEqual([name, 201])
    ids[name] = String(answer.body['id'])
  }
  return ids
}

const readAll = async ({ ask }: Session, ids: Ids) => {
  const answers: Record<string, Json> = {}
  for (const path of reads) {
    const { status, body } = await ask('GET', withIds(path, ids))
    expect([path, status], JSON.stringify(body)).toEqual([path, 200])
    answers[path] = body
  }
  return answers
}

/** Changes a page and a task, comments on the task, and waits until search finds the page by its new title. */
const changeAll = async ({ ask }: Session, ids: Ids, title: string) => {
  const page = await ask('PUT', withIds('/wiki/pages/{page}', ids), { title })
  const task = await ask('PUT', withIds('/task/tasks/{task}', ids), { title })
  const comment = await ask('POST', withIds('/task/tasks/{task}/comments', ids), { text: title })
  expect([page.status, task.status, comment.status]).toEqual([200, 200, 201])
  await until(
    async () => {
      const { body } = await ask('GET', `/search?types=wiki_page&q=${title}`)
      return (body['items'] as Json[]).some(({ id }) => id === ids['page'])
    },
    () => `Search does not find the page ${title}.`,
    120,
    500,
  )
}

beforeAll(() => {
  if (!hasReleasedCode) return
  mkdirSync(releasedCode)
  const archive = execFileSync('git', ['archive', released.commit], { cwd: root, maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '-C', releasedCode], { input: archive })
  symlinkSync(join(root, 'node_modules'), join(releasedCode, 'node_modules'))
  execFileSync(process.execPath, [programsOf(releasedCode).generation], { cwd: releasedCode })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Creates everything with the code in `from`; returns its answers, and those of the code in `to` on the same data. */
const exchange = async (name: string, from: string, to: string) => {
  const data = join(folder, name)
  const { ids, before } = await withService(from, data, async (session) => {
    const made = await createAll(session)
    return { ids: made, before: await readAll(session, made) }
  })
  const after = await withService(to, data, async (session) => {
    const read = await readAll(session, ids)
    await changeAll(session, ids, 'Zeppelin')
    return read
  })
  return { before, after }
}

interface Schema {
  $ref?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
}

/** Returns the part of a value that the released document describes: leaves out properties added since. */
const releasedPart = (schemas: Schema[], value: unknown): unknown => {
  const options = schemas
    .map((one) => resolveReference(one, document))
    .flatMap(({ anyOf, oneOf, ...one }) => anyOf ?? oneOf ?? [one])
    .map((one) => resolveReference(one, document))
  if (Array.isArray(value)) {
    const items = options.flatMap((one) => one.items ?? [])
    return value.map((item) => releasedPart(items, item))
  }
  const closed = options.filter(({ properties, additionalProperties }) => properties && !additionalProperties)
  if (value === null || typeof value !== 'object' || closed.length === 0) return value
  const fields = Object.entries(value).flatMap(([field, part]) => {
    const known = closed.flatMap(({ properties }) => properties?.[field] ?? [])
    return known.length > 0 ? [[field, releasedPart(known, part)] as const] : []
  })
  return Object.fromEntries(fields)
}

/** Returns the schema that the released document has for the answer of one of `reads`. */
const releasedSchema = (path: string): Schema => {
  const unnamed = (text: string) => text.replace(/\?.*/, '').replaceAll(/\{\w+\}/g, '{}')
  const found = Object.entries(document.paths).find(([key]) => unnamed(key) === unnamed(`/api/v1${path}`))
  const schema = found?.[1]['get']?.responses['200']?.content?.['application/json']?.schema
  if (!schema) throw new Error(`The release has no schema for ${path}.`)
  return schema
}

const releasedParts = (answers: Record<string, Json>) =>
  Object.fromEntries(
    Object.entries(answers).map(([path, body]) => [path, releasedPart([releasedSchema(path)], body)]),
  )

/** A checkout without the history has no released code. */
test.skipIf(!hasReleasedCode).each([
  ['An upgrade', releasedCode, root],
  ['A rollback', root, releasedCode],
])('%s keeps the data of the other version readable, editable and searchable', async (name, from, to) => {
  const { before, after } = await exchange(name.replace(' ', '-'), from, to)

  // the released code does not answer fields that were added since
  expect(after).toMatchObject(to === releasedCode ? releasedParts(before) : before)
})
