import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../infra/local/machine/free-port.ts'
import type { Bomb } from '../bombs/bomb.ts'
import { bombs } from '../bombs/bombs.ts'
import { launch, until, whenReady, type LocalService } from '../support/local-service.ts'

interface Answer {
  access_token: string
  detail: string
  file: { id: string }
  text_status: string
  upload: { url: string; headers: Record<string, string> }
}

interface Uploaded {
  /** Status of the file's text. */
  status: () => Promise<string>
  detail: () => Promise<string>
}

const folder = mkdtempSync(join(tmpdir(), 'fatal-'))
let port: number
let service: LocalService

const start = () => whenReady(launch({ variables: { PORT: String(port), DATA_DIR: folder } }))

/** Ends the service, and starts it again with the same data. */
const restart = async (signal: NodeJS.Signals) => {
  service.child.kill(signal)
  await service.ended
  service = await start()
}

const isAlive = () => service.child.exitCode === null && service.child.signalCode === null

beforeAll(async () => {
  port = await freePort()
  service = await start()
})

afterAll(async () => {
  service.child.kill('SIGTERM')
  await service.ended
  rmSync(folder, { recursive: true, force: true })
})

const ask = async (path: string, token: string, body?: object): Promise<Answer> => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return (await answer.json()) as Answer
}

/** Uploads a file as the person who signs in. */
const upload = async (email: string, name: string, bytes: Uint8Array): Promise<Uploaded> => {
  const { access_token: token } = await ask('/auth/login', '', { email, password: 'local-password' })
  const { file, upload } = await ask('/files', token, { name, size: bytes.length })
  await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: new Uint8Array(bytes) })
  return {
    status: async () => (await ask(`/files/${file.id}`, token)).text_status,
    detail: async () => (await ask(`/files/${file.id}/text`, token)).detail,
  }
}

/** Returns "ready", or the error for the text of a file, after its processing ends. */
const textOf = async ({ status, detail }: Uploaded) => {
  await until(
    async () => (await status()) !== 'pending',
    () => `A file was never read: ${service.output()}`,
    180,
    // each request takes processor time from the reader
    500,
  )
  return (await status()) === 'ready' ? 'ready' : detail()
}

const letter = readFileSync(new URL('../fixtures/office/letter.docx', import.meta.url))

/** Creates a PDF with one array that exceeds the memory of a reader. */
const fatal = () => (bombs['hidden-widths.pdf'] as Bomb).make()

/** Error of either limit, because a slow processor may exceed the time limit before the memory limit. */
const refusal = /Reading the file takes more (memory|time) than is allowed\./

// share one service: starting it takes as long as a reader takes to die
describe('A document that kills its reader', () => {
  test('refuses the document and keeps the service running', async () => {
    const refused = await textOf(await upload('user@example.com', 'widths.pdf', fatal()))
    const next = await textOf(await upload('other@example.com', 'letter.docx', letter))

    expect(refused).toMatch(refusal)
    expect(next).toBe('ready')
    expect(isAlive()).toBe(true)
  })

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'refuses the document after the service ends on %s and restarts with its data',
    async (signal) => {
      const file = await upload('user@example.com', 'widths.pdf', fatal())
      const before = await file.status()

      await restart(signal)
      const next = await textOf(await upload('other@example.com', 'letter.docx', letter))
      const refused = await textOf(file)

      expect([before, next, isAlive()]).toEqual(['pending', 'ready', true])
      expect(refused).toMatch(refusal)
    },
  )
})
