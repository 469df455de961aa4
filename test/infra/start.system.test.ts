import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readerArgument } from '../../src/documents/process/document-reader.ts'
import { freePort } from '../../infra/local/machine/free-port.ts'
import { bombs } from '../bombs/bombs.ts'
import {
  launch,
  noneLeft,
  signalGroup,
  until,
  whenReady,
  type LocalService,
} from '../support/local-service.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'start-'))
const temporary = mkdtempSync(join(tmpdir(), 'start-'))
let port: number
let service: LocalService

const start = (variables: Record<string, string> = {}) =>
  launch({
    variables: { PORT: String(port), DATA_DIR: dataDir, TMPDIR: temporary, ...variables },
    hasOwnGroup: true,
  })

const ready = async (): Promise<LocalService> => {
  const service = await whenReady(start())
  expect(service.output()).toContain(`http://127.0.0.1:${port}/api/v1 is ready\n`)
  return service
}

/** Fields of responses that these tests use. */
interface Body {
  id: string
  access_token: string
  page_count: number
  revision: number
  upload: { url: string; headers: Record<string, string> }
  items: { id: string }[]
}

const request = async (path: string, options: RequestInit) => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, options)
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true)
  return (await answer.json()) as Body
}

const get = (path: string, token: string) => request(path, { headers: { Authorization: `Bearer ${token}` } })

const post = (path: string, token: string, body: object) => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  return request(path, { method: 'POST', headers, body: JSON.stringify(body) })
}

const signIn = async (): Promise<string> =>
  (await post('/auth/login', '', { email: 'other@example.com', password: 'local-password' })).access_token

/** Returns true if a child of the service reads a document. */
const hasReader = async ({ child }: LocalService): Promise<boolean> => {
  const { stdout } = await promisify(execFile)('ps', ['--ppid', String(child.pid), '-o', 'args='])
  return stdout.includes(readerArgument)
}

/** Fails to sign in, and returns the status. The table counts each failure; the sixth for one address is refused. */
const signInWrongly = async (): Promise<number> => {
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong-password' })
  const { status } = await fetch(`http://127.0.0.1:${port}/api/v1/auth/login`, {
    method: 'POST',
    headers,
    body,
  })
  return status
}

/** Returns the address of the inbox that the service prints. */
const inbox = () => /^  mail +(\S+)\/$/m.exec(service.output())?.[1]

const subjects = async (): Promise<string[]> => {
  const answer = await fetch(`${inbox()}/store`)
  const { emails } = (await answer.json()) as { emails: { subject: string }[] }
  return emails.map(({ subject }) => subject)
}

beforeAll(async () => {
  port = await freePort()
  service = await ready()
})

afterAll(async () => {
  service.child.kill('SIGKILL')
  await service.ended
  for (const folder of [dataDir, temporary]) rmSync(folder, { recursive: true, force: true })
})

describe('npm start', () => {
  test('serves the API', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/health`)

    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
  })

  test('prints the start page, an account to sign in with, and the location of the data', () => {
    const lines = service.output().split('\n')

    expect(lines).toContain(`  start page     http://127.0.0.1:${port}/`)
    expect(lines).toContain(`  documentation  http://127.0.0.1:${port}/docs`)
    expect(lines).toContain('  sign in as     user@example.com, password local-password')
    expect(lines).toContain(`  data           ${dataDir}`)
  })

  test('prints a line per request, with the reason of a refusal, and without the query', async () => {
    await fetch(`http://127.0.0.1:${port}/api/v1/health`)
    await fetch(`http://127.0.0.1:${port}/api/v1/users?q=somebody`)

    const shown = () => service.output()
    await until(
      () => shown().includes('/api/v1/users'),
      () => `There is no line of the request: ${shown()}`,
    )
    expect(shown()).toMatch(/^\d\d:\d\d:\d\d GET     200 +\d+ ms  \/api\/v1\/health$/m)
    expect(shown()).toMatch(
      / GET     401 +\d+ ms  \/api\/v1\/users  auth\.token_missing request [\da-f-]{36}$/m,
    )
    expect(shown()).not.toContain('somebody')
  })

  test('answers unknown paths and methods as the deployed service does', async () => {
    const unknown = await fetch(`http://127.0.0.1:${port}/api/v1/nothing`)
    const wrong = await fetch(`http://127.0.0.1:${port}/api/v1/health`, { method: 'DELETE' })

    expect([unknown.status, await unknown.json()]).toEqual([404, { detail: 'This path does not exist.' }])
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  test('prints one line and exits if its port is taken', async () => {
    const second = start({ DATA_DIR: join(dataDir, 'other') })

    const { code } = await second.ended

    expect([code, second.output()]).toEqual([1, expect.stringMatching(/^Port \d+ is taken\..*\n$/)])
  })

  test('prints one line and exits if its data are in use', async () => {
    const second = start({ PORT: String(await freePort()) })

    const { code } = await second.ended

    expect([code, second.output()]).toEqual([
      1,
      expect.stringMatching(/^The data in .* are in use by another running service\.\n$/),
    ])
  })

  test.each(['none', '70000'])('refuses the port "%s"', async (wrong) => {
    const second = start({ PORT: wrong })

    const { code } = await second.ended

    expect([code, second.output()]).toEqual([1, `PORT must be a number from 1 to 65535, not "${wrong}".\n`])
  })

  test.each([
    ['is not JSON', { MODELS: '[{' }, 'The setting MODELS is not JSON.'],
    ['lacks a field', { MODELS: '[{"id": "fast"}]' }, /^The setting MODELS is invalid: 0: name: .*\.$/],
    [
      'has no type',
      { APP_URLS: 'page=https://example.com/{id}' },
      /^APP_URLS has the unknown type "page": .*\.$/,
    ],
    [
      'is no whole number',
      { LIMIT_STORAGE_GB: '0.01' },
      'LIMIT_STORAGE_GB must be a whole number, or 0 for no limit, not "0.01".',
    ],
    ['is no number of jobs', { LIMIT_JOBS: 'many' }, /^LIMIT_JOBS must be a whole number, .*\.$/],
    [
      'is no number of courses',
      { LIMIT_GENERATING: '-1' },
      /^LIMIT_GENERATING must be a whole number, .*\.$/,
    ],
    ['names no group', { GROUP_LIMITS: '{"sales": {}}' }, /^The setting GROUP_LIMITS is invalid: .*\.$/],
    ['has no keys', { MODEL_KEYS: '["secret"]' }, /^MODEL_KEYS must be a JSON object of API keys by .*\.$/],
    ['is below /proc', { DATA_DIR: '/proc/none/data' }, /^\/proc\/none\/data cannot hold the data .*\.$/],
    ['may not be written', { DATA_DIR: '/proc' }, /^\/proc cannot hold the data \(DATA_DIR\): .*\.$/],
    [
      'is a file',
      { DATA_DIR: import.meta.filename },
      /^.*start\.system\.test\.ts cannot hold the data \(.*\.$/,
    ],
  ])('prints one line and exits if a setting %s', async (_, variables, said) => {
    const unused = join(dataDir, 'never made')
    const second = start({ PORT: String(await freePort()), DATA_DIR: unused, ...variables } as Record<
      string,
      string
    >)

    const { code } = await second.ended

    expect([code, second.output().split('\n')]).toEqual([1, [expect.stringMatching(said), '']])
    expect(existsSync(unused)).toBe(false)
    await noneLeft(unused)
  })

  test('prints its usage, and starts nothing', async () => {
    const asked = launch({
      args: ['infra/commands/start.ts', '--help'],
      variables: { DATA_DIR: '/proc/none' },
    })

    const { code } = await asked.ended

    expect([code, asked.output()]).toEqual([0, expect.stringMatching(/^Usage: npm start\n/)])
  })

  test('leaves no process when killed, and keeps acknowledged writes for the next start', async () => {
    const failures: number[] = []
    for (let n = 0; n < 5; n += 1) failures.push(await signInWrongly())
    service.child.kill('SIGKILL')
    await service.ended
    await noneLeft(dataDir)

    service = await ready()
    const sixth = await signInWrongly()

    expect(failures).toEqual([401, 401, 401, 401, 401])
    expect(sixth).toBe(429)
  })

  test('keeps the mails and the address of its inbox when killed', async () => {
    const body = JSON.stringify({ email: 'other@example.com' })
    const headers = { 'Content-Type': 'application/json' }
    const url = `http://127.0.0.1:${port}/api/v1/auth/password-reset`
    await fetch(url, { method: 'POST', headers, body })
    await until(
      async () => (await subjects()).length > 0,
      () => 'The mail never arrived.',
    )
    const before = { address: inbox(), subjects: await subjects() }
    service.child.kill('SIGKILL')
    await service.ended

    service = await ready()

    expect({ address: inbox(), subjects: await subjects() }).toEqual(before)
  })

  test('keeps acknowledged writes and their consequences when killed during writes', async () => {
    const token = await signIn()
    const made: { id: string; pages: string[] }[] = []
    const lane = async () => {
      for (;;) {
        const space = await post('/wiki/spaces', token, { name: 'Written while killed' })
        const pages: string[] = []
        made.push({ id: space.id, pages })
        for (let n = 0; n < 3; n += 1)
          pages.push((await post('/wiki/pages', token, { space_id: space.id, title: `Page ${n}` })).id)
      }
    }
    const lanes = Promise.allSettled(Array.from({ length: 4 }, lane))
    await until(
      () => made.length >= 20,
      () => `Only ${made.length} spaces were made.`,
    )
    service.child.kill('SIGKILL')
    await lanes
    service = await ready()

    for (const { id, pages } of made) {
      const { page_count } = await get(`/wiki/spaces/${id}`, token)
      expect(page_count).toBeGreaterThanOrEqual(pages.length)
      for (const page of pages) expect((await get(`/wiki/pages/${page}`, token)).revision).toBe(1)
    }
    const ids = made.map(({ id }) => id)
    const missing = async () => {
      const { items } = await get('/wiki/spaces?q=written+killed&limit=100', token)
      return new Set(ids).difference(new Set(items.map(({ id }) => id))).size
    }
    await until(
      async () => (await missing()) === 0,
      () => 'Some spaces were never found.',
    )
  })

  test('prints one line when stopped during its start, and leaves no process', async () => {
    const folder = join(dataDir, 'stopped')
    const second = start({ PORT: String(await freePort()), DATA_DIR: folder })
    await until(
      () => existsSync(join(folder, 'keys.json')),
      () => `The service did not begin: ${second.output()}`,
    )
    signalGroup(second, 'SIGTERM')

    const { code } = await second.ended

    // esbuild may report that it was interrupted
    expect([code, second.output().split('\n')[0]]).toEqual([0, 'Stopping …'])
    await noneLeft(folder)
  })

  test('prints one line on Ctrl-C while it reads a document, and leaves no process', async () => {
    const [token, bytes] = [await signIn(), (bombs['forms.pdf'] as (typeof bombs)[string]).make()]
    const { upload } = await post('/files', token, { name: 'forms.pdf', size: bytes.length })
    await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: bytes })
    await until(
      () => hasReader(service),
      () => 'No reader was started.',
    )
    const before = service.output()
    signalGroup(service, 'SIGINT')

    const { code } = await service.ended

    expect([code, service.output().slice(before.length)]).toEqual([0, 'Stopping …\n'])
    await noneLeft(dataDir)
  })

  test('leaves nothing in the temporary folder, even after a kill', () => {
    expect(readdirSync(temporary)).toEqual([])
  })
})
