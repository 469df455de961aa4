import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockFolder } from '../../infra/local/machine/data-folder.ts'
import { freePort } from '../../infra/local/machine/free-port.ts'
import { copyProject } from '../support/copy.ts'
import { launch, noneLeft, whenReady, type LocalService } from '../support/local-service.ts'

const copy = copyProject()
let port: number
let service: LocalService

/** Runs serverless like `npx serverless …`. */
const serverless = (...words: string[]) =>
  launch({
    args: [join(copy.folder, 'node_modules/.bin/serverless'), ...words],
    cwd: copy.folder,
    variables: { PORT: String(port) },
  })

beforeAll(async () => {
  port = await freePort()
  service = await whenReady(serverless('offline'))
})

afterAll(async () => {
  service.child.kill('SIGTERM')
  await service.ended
  copy.remove()
})

/** Sends the body only after the server has asked for it, as curl does for more than a megabyte. */
const expecting = async (path: string, headers: Record<string, string>, body: Buffer) => {
  const socket = connect(port, '127.0.0.1')
  let said = ''
  socket.on('data', (chunk) => (said += chunk.toString('latin1')))
  const lines = Object.entries({
    Host: `127.0.0.1:${port}`,
    Connection: 'close',
    Expect: '100-continue',
    'Content-Length': String(body.length),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST /api/v1${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  while (!said.includes('\r\n\r\n')) await once(socket, 'data')
  const [first] = said.split('\r\n')
  said = ''
  socket.write(body)
  await once(socket, 'close')
  const [head = '', text = ''] = said.split(/\r\n\r\n(.*)/s)
  return { first, status: Number(head.split(' ')[1]), body: JSON.parse(text) as Record<string, unknown> }
}

const signIn = async () => {
  const body = Buffer.from('{"email":"user@example.com","password":"local-password"}')
  const answer = await expecting('/auth/login', { 'Content-Type': 'application/json' }, body)
  return { ...answer, token: answer.body['access_token'] as string }
}

const post = async <T>(path: string, token: string, body?: object): Promise<T> => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true)
  return (await answer.json()) as T
}

describe('npx serverless offline', () => {
  test('prints the message of npm start, in a folder with any name', () => {
    expect(service.output()).toContain(`http://127.0.0.1:${port}/api/v1 is ready\n`)
  })

  test('connects to its emulators, and answers clients that expect a 100 first', async () => {
    const { first, status, token } = await signIn()

    expect([first, status]).toEqual(['HTTP/1.1 100 Continue', 200])
    expect(token).toBeTruthy()
  })

  test('accepts a document of 3 MB from a client that expects a 100 first', async () => {
    const { token } = await signIn()
    const { file, upload } = await post<{
      file: { id: string }
      upload: { url: string; headers: Record<string, string> }
    }>('/files', token, { name: 'letter.docx', size: 1 })
    await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: 'x' })
    const { access_token } = await post<{ access_token: string }>(`/wopi/files/${file.id}/token`, token)
    const of = `/wopi/files/${file.id}`
    const lock = { 'X-WOPI-Lock': 'one' }
    await fetch(`http://127.0.0.1:${port}/api/v1${of}?access_token=${access_token}`, {
      method: 'POST',
      headers: { 'X-WOPI-Override': 'LOCK', ...lock },
    })

    const saved = await expecting(
      `${of}/contents?access_token=${access_token}`,
      lock,
      Buffer.alloc(3_000_000, 'y'),
    )

    expect([saved.first, saved.status]).toEqual(['HTTP/1.1 100 Continue', 200])
  })

  test('prints one line and exits if the port is taken', async () => {
    const second = serverless('offline')

    const { code } = await second.ended

    expect([code, second.output()]).toEqual([1, expect.stringMatching(/^Port \d+ is taken\..*\n$/)])
  })

  test('prints one line and exits if a flag has no effect', async () => {
    const other = serverless('offline', '--prefix', 'x')

    const { code } = await other.ended

    expect([code, other.output()]).toEqual([1, expect.stringMatching(/^--prefix has no effect .*\n$/)])
  })

  test('leaves no process and no lock after Ctrl-C, with or without the word start', async () => {
    service.child.kill('SIGINT')
    const { code } = await service.ended
    await noneLeft(copy.folder)
    lockFolder(join(copy.folder, '.local')).release()

    service = await whenReady(serverless('offline', 'start'))
    const { status } = await signIn()

    expect([code, status]).toEqual([0, 200])
  })
})
