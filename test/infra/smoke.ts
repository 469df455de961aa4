import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../infra/local/dynoxide.ts'

/** Starts the service as a newcomer would, on a new world, and goes through the README's conversation over HTTP. */

const port = await freePort()
const dataDir = mkdtempSync(join(tmpdir(), 'smoke-'))
const root = `http://127.0.0.1:${port}`
const service = spawn('npm', ['start'], {
  cwd: join(import.meta.dirname, '../..'),
  env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
  stdio: ['ignore', 'ignore', 'inherit'],
})

const request = async (method: string, path: string, token?: string, body?: object) => {
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(body && { 'Content-Type': 'application/json' }),
  }
  const answer = await fetch(root + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return answer.headers.get('content-type') === 'application/json' && text ? JSON.parse(text) : text
}

const until = async <T>(what: string, look: () => Promise<T | undefined>): Promise<T> => {
  const deadline = Date.now() + 60_000
  for (;;) {
    const found = await look().catch(() => undefined)
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`${what} did not come within a minute.`)
    await sleep(100)
  }
}

const login = async (email: string): Promise<string> =>
  (await request('POST', '/api/v1/auth/login', undefined, { email, password: 'local-password' })).access_token

const converse = async () => {
  await until('The first answer', () => request('GET', '/api/v1/health'))
  const [user, other] = [await login('user@example.com'), await login('other@example.com')]
  const space = await until(
    'The demo',
    async () => (await request('GET', '/api/v1/wiki/spaces?q=packages', user)).items[0],
  )
  const page = await until(
    'A page',
    async () => (await request('GET', `/api/v1/wiki/spaces/${space.id}/pages`, user)).items[0],
  )
  await request('POST', `/api/v1/wiki/pages/${page.id}/subscribe`, other)
  const body = { content: '# Revised', base_revision: page.revision }
  const { number } = await request('POST', `/api/v1/wiki/pages/${page.id}/revisions`, user, body)
  const told = await until(
    'The notification',
    async () => (await request('GET', '/api/v1/lms/notifications?type=page_updated', other)).items[0],
  )
  for (const path of ['/docs', '/redoc', '/openapi.json']) await request('GET', path)
  return `${page.title} is at revision ${number}; its subscriber was told: ${told.title}`
}

/** An office document goes up, is opened, saved under a lock and comes down again, byte for byte. */
const edit = async () => {
  const user = await login('user@example.com')
  const [before, after] = ['letter.docx', 'letter-edited.docx'].map((name) =>
    readFileSync(join(import.meta.dirname, '../fixtures/office', name)),
  ) as [Buffer, Buffer]
  const { file, upload } = await request('POST', '/api/v1/files', user, {
    name: 'letter.docx',
    size: before.length,
  })
  await bytes('PUT', upload.url, upload.headers, before)
  const { access_token } = await request('POST', `/api/v1/wopi/files/${file.id}/token`, user)
  const wopi = (path = '') => `${root}/api/v1/wopi/files/${file.id}${path}?access_token=${access_token}`
  const lock = { 'X-WOPI-Lock': 'smoke' }
  requireSame(await bytes('GET', wopi('/contents')), before)
  await bytes('POST', wopi(), { 'X-WOPI-Override': 'LOCK', ...lock })
  await bytes('POST', wopi('/contents'), lock, after)
  await bytes('POST', wopi(), { 'X-WOPI-Override': 'UNLOCK', ...lock })
  const contents = `${root}/api/v1/files/${file.id}/contents`
  requireSame(await bytes('GET', contents, { Authorization: `Bearer ${user}` }), after)
  return 'a document was opened, saved and downloaded'
}

const bytes = async (method: string, url: string, headers: Record<string, string> = {}, body?: Buffer) => {
  const answer = await fetch(url, { method, headers, ...(body && { body: new Uint8Array(body) }) })
  if (!answer.ok) throw new Error(`${method} ${new URL(url).pathname} answered ${answer.status}.`)
  return Buffer.from(await answer.arrayBuffer())
}

const requireSame = (given: Buffer, expected: Buffer) => {
  if (!given.equals(expected))
    throw new Error(`${given.length} other bytes came instead of ${expected.length}.`)
}

try {
  process.stdout.write(`${await converse()}\n${await edit()}\n`)
} finally {
  service.kill('SIGTERM')
  await new Promise((resolve) => service.once('close', resolve))
  rmSync(dataDir, { recursive: true, force: true })
}
