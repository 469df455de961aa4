import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

const root = mkdtempSync(join(tmpdir(), 'temporary-'))
let TMPDIR: string

beforeEach(() => {
  TMPDIR = mkdtempSync(join(root, 'system-'))
})

afterAll(() => rmSync(root, { recursive: true }))

const urlOf = (file: string) => new URL(`../../infra/local/${file}`, import.meta.url).href

/** Script that starts emulators without a data folder, and writes a file to the temporary folder of their process. */
const emulators = `
  import { writeFileSync } from 'node:fs'
  import { join } from 'node:path'
  import { startEmulators } from '${urlOf('emulators/emulators.ts')}'
  import { takeTemporaryFolder } from '${urlOf('machine/temporary-folder.ts')}'
  writeFileSync(join(takeTemporaryFolder(), 'document'), 'being read')
  await startEmulators({ secrets: new Map() })
  process.stdin.once('data', () => process.exit())
  process.stdout.write(String(process.pid))`

const startEmulators = async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', emulators], {
    // an empty endpoint counts as absent: the table must be the emulator's own
    env: { ...process.env, AWS_ENDPOINT_URL_DYNAMODB: '', TMPDIR },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

type Started = Awaited<ReturnType<typeof startEmulators>>

/** Returns the folders of a process in the system's temporary folder and, if there is room, in memory. */
const foldersOf = (pid: number | undefined) =>
  [TMPDIR, '/dev/shm']
    .filter((parent) => existsSync(parent))
    .flatMap((parent) => readdirSync(parent))
    .filter((name) => name.startsWith(`platform-${pid}-`) || name.startsWith(`emulator-${pid}-`))

describe('emulators without a data folder', () => {
  test.each([
    ['end by themselves', (child: Started) => child.stdin.write('end')],
    ['are ended by SIGTERM', (child: Started) => child.kill('SIGTERM')],
    ['are ended by SIGINT', (child: Started) => child.kill('SIGINT')],
  ])('leave nothing behind when they %s', async (_, end) => {
    const child = await startEmulators()
    const before = foldersOf(child.pid)

    end(child)
    await once(child, 'exit')

    expect(before).not.toEqual([])
    expect(foldersOf(child.pid)).toEqual([])
    expect(readdirSync(TMPDIR)).toEqual([])
  })

  test('leave folders behind when killed, which the next ones remove', async () => {
    const killed = await startEmulators()
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    const left = foldersOf(killed.pid)

    const next = await startEmulators()
    next.kill('SIGTERM')
    await once(next, 'exit')

    expect(left).not.toEqual([])
    expect(foldersOf(killed.pid)).toEqual([])
    expect(readdirSync(TMPDIR)).toEqual([])
  })
})
