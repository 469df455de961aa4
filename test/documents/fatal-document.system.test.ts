import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../infra/local/free-port.ts'
import type { Bomb } from '../bombs/bomb.ts'
import { bombs } from '../bombs/bombs.ts'
import { launch, until, whenReady, type LocalService } from '../support/local-service.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'fatal-'))
let service: LocalService
let address: string

beforeAll(async () => {
  const port = await freePort()
  address = `http://127.0.0.1:${port}/api/v1`
  service = await whenReady(launch({ variables: { PORT: String(port), DATA_DIR: dataDir } }))
}, 180_000)

afterAll(async () => {
  service.child.kill('SIGTERM')
  await service.ended
  rmSync(dataDir, { recursive: true, force: true })
})

interface Answer {
  access_token: string
  detail: string
  file: { id: string }
  text_status: string
  upload: { url: string; headers: Record<string, string> }
}

const ask = async (path: string, token: string, body?: object): Promise<Answer> => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const answer = await fetch(address + path, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return (await answer.json()) as Answer
}

/** Uploads a file as a person who signs in; gives what is said of its text when that is no longer made. */
const textOf = async (email: string, name: string, bytes: Uint8Array) => {
  const { access_token: token } = await ask('/auth/login', '', { email, password: 'local-password' })
  const { file, upload } = await ask('/files', token, { name, size: bytes.length })
  await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: new Uint8Array(bytes) })
  const status = async () => (await ask(`/files/${file.id}`, token)).text_status
  await until(
    async () => (await status()) !== 'pending',
    () => `${name} was never read: ${service.output()}`,
    120,
  )
  return (await status()) === 'ready' ? 'ready' : (await ask(`/files/${file.id}/text`, token)).detail
}

const letter = readFileSync(new URL('../fixtures/office/letter.docx', import.meta.url))

test('A document that is one array larger than the memory of a reader is refused, and the service lives', async () => {
  const { make } = bombs['hidden-widths.pdf'] as Bomb

  const fatal = await textOf('user@example.com', 'widths.pdf', make())
  const next = await textOf('other@example.com', 'letter.docx', letter)

  expect(fatal).toContain('Reading the file takes more memory than is allowed.')
  expect(next).toBe('ready')
  expect([service.child.exitCode, service.child.signalCode]).toEqual([null, null])
}, 240_000)
