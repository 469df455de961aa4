import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
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
    async () => (await request('GET', '/api/v1/lms/notifications', other)).items[0],
  )
  for (const path of ['/docs', '/redoc', '/openapi.json']) await request('GET', path)
  return `${page.title} is at revision ${number}; its subscriber was told: ${told.title}`
}

try {
  process.stdout.write(`${await converse()}\n`)
} finally {
  service.kill('SIGTERM')
  await new Promise((resolve) => service.once('close', resolve))
  rmSync(dataDir, { recursive: true, force: true })
}
