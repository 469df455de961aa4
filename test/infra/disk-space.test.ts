import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import type { AddressInfo } from 'node:net'
import { isVolumeFull, watchDisk } from '../../infra/local/machine/disk-space.ts'
import { gatewayListener } from '../../infra/local/gateway/gateway-listener.ts'
import { reportError } from '../../infra/local/machine/terminal.ts'

const sentences: string[] = []
let isUsedUp = false
let end: () => void

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  sentences.length = 0
  isUsedUp = false
  end = watchDisk(
    '/data',
    (sentence) => sentences.push(sentence),
    () => isUsedUp,
  )
})

afterEach(() => {
  end()
  vi.useRealTimers()
})

const fill = (isNow: boolean) => {
  isUsedUp = isNow
  vi.advanceTimersByTime(60_000)
}

test('A folder with space is not full', () => {
  expect(isVolumeFull(tmpdir())).toBe(false)
})

test('A full disk is announced once, and again when it has space', () => {
  fill(false)
  fill(true)
  fill(true)
  fill(false)

  expect(sentences).toEqual([
    expect.stringMatching(/^The disk is full: .*\/data \(DATA_DIR\)/),
    expect.stringMatching(/^The disk has space again/),
  ])
})

describe('while the disk is full', () => {
  let server: Server

  const answerOf = async (statusCode: number) => {
    const listener = gatewayListener({
      routes: [{ name: 'one', method: 'GET', path: '/one' }],
      invoke: async () => ({ statusCode, headers: {}, body: '{"detail":"Own."}' }),
    })
    server = createServer(listener).listen(0)
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/one`)
    server.close()
    return { status: answer.status, body: await answer.json() }
  }

  test('a request that fails names the full disk, and others succeed', async () => {
    const before = await answerOf(503)
    fill(true)

    expect(before.body).toEqual({ detail: 'Own.' })
    expect(await answerOf(500)).toEqual({
      status: 503,
      body: { detail: expect.stringContaining('disk of the local service is full') as string },
    })
    expect(await answerOf(409)).toEqual({ status: 409, body: { detail: 'Own.' } })
  })

  test('errors are not printed one by one', () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    fill(true)
    reportError(new Error('database or disk is full'))
    const whileFull = write.mock.calls.length
    fill(false)
    reportError(new Error('another failure'))
    const afterwards = write.mock.calls.length
    write.mockRestore()

    expect([whileFull, afterwards > whileFull]).toEqual([0, true])
  })
})
