import { deepStrictEqual, ok, strictEqual } from 'node:assert'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { loadPeople } from '../../infra/local/demo/people.ts'
import { takeTemporaryFolder } from '../../infra/local/machine/temporary-folder.ts'
import { compareNotices } from './archive-notices.ts'
import { artifactsWorld } from './artifacts-world.ts'

/**
 * Runs packaged artifacts as Lambda does, with the values of the packaged template, and calls them over HTTP. This
 * tests the code that would be deployed, independently of the sources: `npm run package` must run first.
 */

takeTemporaryFolder()
const { packages, missing } = compareNotices(join(import.meta.dirname, '../..'))
deepStrictEqual(missing, [])
ok(packages > 1_000, 'The source maps name too few packages.')
const world = await artifactsWorld()
const api = `${world.publicUrl}/api/v1`
const password = 'local-password'
/** Texts that must not appear in the functions' logs. */
const confidential = [password]

const request = async (
  method: string,
  path: string,
  { token, body, status, headers = {} }: Partial<Given> = {},
) => {
  const answer = await fetch(path.startsWith('http') ? path : api + path, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: body === undefined || body instanceof Uint8Array ? body : JSON.stringify(body),
  } as RequestInit)
  const bytes = Buffer.from(await answer.arrayBuffer())
  ok(
    status === undefined ? answer.ok : answer.status === status,
    `${method} ${path} answered ${answer.status}: ${bytes.subarray(0, 500).toString()}`,
  )
  return { headers: answer.headers, bytes, body: asJson(answer, bytes) }
}

interface Given {
  token: string
  body: object | Uint8Array
  /** Expected status; any success if absent. */
  status: number
  headers: Record<string, string>
}

const asJson = ({ headers }: Response, bytes: Buffer) =>
  headers.get('content-type') === 'application/json' && bytes.length > 0 ? JSON.parse(bytes.toString()) : {}

const login = async (email: string): Promise<string> => {
  const { body } = await request('POST', '/auth/login', { body: { email, password } })
  confidential.push(body.access_token)
  return body.access_token
}

/** Tests that sign-in works, and that a wrong password is refused. */
const signIn = async () => {
  const [user, other] = [await login('user@example.com'), await login('other@example.com')]
  await request('POST', '/auth/login', {
    body: { email: 'user@example.com', password: 'wrong' },
    status: 401,
  })
  const { body } = await request('GET', '/auth/me', { token: user })
  strictEqual(body.email, 'user@example.com')
  await request('GET', '/auth/me', { status: 401 })
  await request('PATCH', '/auth/me', { token: user, status: 405 })
  return { user, other }
}

const sentence = 'The lighthouse of the harbour was painted green in the spring.'

/**
 * Creates, lists and revises a page, and tests that its follower is notified through the stream, a queue and a worker.
 */
const write = async (user: string, other: string) => {
  const space = (await request('POST', '/wiki/spaces', { token: user, body: { name: 'Harbour' } })).body
  const body = { space_id: space.id, title: 'Lighthouse', content: sentence }
  const page = (await request('POST', '/wiki/pages', { token: user, body })).body
  const { items } = (await request('GET', `/wiki/spaces/${space.id}/pages`, { token: user })).body
  deepStrictEqual(
    items.map(({ id, title }: { id: string; title: string }) => ({ id, title })),
    [{ id: page.id, title: 'Lighthouse' }],
  )
  await request('POST', `/wiki/pages/${page.id}/subscribe`, { token: other })
  const revision = { content: `${sentence} It is red now.`, base_revision: 1 }
  await request('POST', `/wiki/pages/${page.id}/revisions`, { token: user, body: revision })
  await world.settle()
  const told = (await request('GET', '/lms/notifications?type=page_updated', { token: other })).body.items
  strictEqual(told[0]?.resource.id, page.id, 'The subscriber was not told.')
  return space
}

/** Uploads a file above Lambda's response limit with a presigned URL, and tests that it is streamed back unchanged. */
const stream = async (user: string) => {
  const bytes = randomBytes(12_000_000)
  const named = { name: 'plan.docx', size: bytes.length }
  const { file, upload } = (await request('POST', '/files', { token: user, body: named })).body
  await request('PUT', upload.url, { headers: upload.headers, body: bytes })
  const { access_token } = (await request('POST', `/wopi/files/${file.id}/token`, { token: user })).body
  confidential.push(access_token)
  const contents = await request('GET', `/wopi/files/${file.id}/contents?access_token=${access_token}`)
  ok(contents.bytes.equals(bytes), `${contents.bytes.length} other bytes came instead of ${bytes.length}.`)
  strictEqual(contents.headers.get('content-length'), String(bytes.length))
  await request('GET', `/wopi/files/${file.id}/contents?access_token=wrong`, { status: 401 })
}

/**
 * Documents that are converted to text, with a phrase of each; the second does not contain one of its fonts, nor the
 * font's character map.
 */
const documents = [
  ['office/letter.docx', 'summer fair'],
  ['documents/shain-handbook.pdf', '年次有給休暇'],
] as const

/** Tests that documents are converted to text after S3's notification, in a process that the packaged worker starts. */
const read = async (user: string) => {
  for (const [path, words] of documents) {
    const bytes = readFileSync(join(import.meta.dirname, '../fixtures', path))
    const named = { name: basename(path), size: bytes.length }
    const { file, upload } = (await request('POST', '/files', { token: user, body: named })).body
    await request('PUT', upload.url, { headers: upload.headers, body: bytes })
    await world.settle()
    const text = await request('GET', `/files/${file.id}/text`, { token: user })
    ok(text.bytes.includes(words), `The text of ${path} is not what it says.`)
  }
}

/** Tests that an assistant with the embedded model answers from the page as a stream of events. */
const ask = async (user: string, space: { id: string }) => {
  const knowledge = [{ type: 'wiki_space', id: space.id }]
  const assistant = { name: 'Keeper', model_id: 'extractive', knowledge }
  const { id } = (await request('POST', '/assistants/create', { token: user, body: assistant })).body
  const topic = { topic: 'A question', participants: [id] }
  const chat = (await request('POST', '/chats', { token: user, body: topic })).body
  const answer = await request('POST', `/chats/${chat.id}/message`, {
    token: user,
    body: { text: 'When was the lighthouse painted?' },
    headers: { Accept: 'text/event-stream' },
  })
  const events = [...answer.bytes.toString().matchAll(/^event: (\w+)$/gm)].map(([, event]) => event)
  deepStrictEqual([events[0], events.at(-1)], ['message', 'done'])
  ok(
    events.includes('delta') && answer.bytes.includes('painted green'),
    'The answer does not quote the page.',
  )
}

const middle = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

const printRuns = () => {
  const rows = world
    .runs()
    .map(({ name, kilobytes, init, invocations: [first = NaN, ...later] }) => [
      name,
      ...[kilobytes, init, first, later.length + 1].map((value) => String(Math.round(value))),
      later.length > 0 ? String(Math.round(middle(later))) : '',
    ])
  const table = [['function', 'zip kB', 'init ms', 'first ms', 'calls', 'later ms'], ...rows]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  for (const row of table)
    process.stdout.write(
      `${row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join('  ')}\n`,
    )
}

const converse = async () => {
  await loadPeople()
  const { user, other } = await signIn()
  const space = await write(user, other)
  await stream(user)
  await read(user)
  await ask(user, space)
}

const failure = await converse().then(printRuns, (error: unknown) => error)
const logs = await world.stop()
if (failure !== undefined) {
  process.stderr.write(`${logs.slice(-4_000)}\n`)
  throw failure
}
for (const secret of confidential)
  ok(!logs.includes(secret), 'A function has written a password or a token into its log.')
ok(!/@example\.com/.test(logs), 'A function has written an e-mail address into its log.')
process.stdout.write(
  `${logs.trim().split('\n').length} lines of logs, none with a password, token or e-mail address\n`,
)
process.exit(0)
