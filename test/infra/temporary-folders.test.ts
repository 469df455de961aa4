import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../infra/local/machine/temporary-folder.ts'

const parent = mkdtempSync(join(tmpdir(), 'temporary-folders-'))
const own = makeTemporaryFolder(parent)
const [, pid, start, namespace] = basename(own).split('-')
/** Unused process ID: higher than those of Linux and macOS. */
const unusedPid = 2 ** 22 + 1

afterAll(() => rmSync(parent, { recursive: true, force: true }))

/** Creates a folder of this name, and returns true if it still exists after another one was created. */
const outlives = (name: string): boolean => {
  const folder = join(parent, name)
  mkdirSync(folder)
  makeTemporaryFolder(parent)
  return existsSync(folder)
}

describe('creating a temporary folder', () => {
  test.each([
    ['of a process that has ended', `emulator-${unusedPid}-${start}-${namespace}-a`],
    ['of a process whose pid another one has now', `emulator-${pid}-${Number(start) + 1}-${namespace}-a`],
  ])('removes the folder %s', (_, name) => {
    expect(outlives(name)).toBe(false)
  })

  test.each([
    ['of a running process', `emulator-${pid}-${start}-${namespace}-b`],
    ['of a container with pids of its own', `emulator-${unusedPid}-${start}-${Number(namespace) + 1}-b`],
    ['of another program', 'something-else'],
  ])('keeps the folder %s', (_, name) => {
    expect(outlives(name)).toBe(true)
  })
})
