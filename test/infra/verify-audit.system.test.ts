import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serviceVariables } from '../../infra/local/settings/variables.ts'
import { lockHistory } from '../../src/history/audit-lock.ts'
import { historyEntries, type StoredHistoryEntry } from '../../src/platform/history/entry.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { givenEntry } from '../history/given.ts'
import { givenLockedBucket } from '../support/locked-bucket.ts'
import { world } from '../support/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'verify-audit-'))
const root = join(import.meta.dirname, '../..')
let entry: StoredHistoryEntry

const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

/** Publishes a running service for the command, with or without a bucket. */
const useBucket = (AUDIT_LOCK_BUCKET?: string) => {
  const variables = { ...serviceVariables(world()), ...(AUDIT_LOCK_BUCKET && { AUDIT_LOCK_BUCKET }) }
  writeFileSync(join(folder, 'running.json'), JSON.stringify({ pid: process.pid, variables }))
}

beforeAll(async () => {
  process.env['AUDIT_LOCK_BUCKET'] = await givenLockedBucket()
  entry = await givenEntry(4)
  await lockHistory(Date.parse(`${dayOf(0)}T12:00:00Z`))
  useBucket(process.env['AUDIT_LOCK_BUCKET'])
})

afterAll(() => rmSync(folder, { recursive: true }))

const verify = (...words: string[]) =>
  new Promise<{ code: unknown; text: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], DATA_DIR: folder }
    execFile(
      process.execPath,
      ['infra/commands/verify-audit.ts', ...words],
      { cwd: root, env },
      (error, out, err) => resolve({ code: error ? error.code : 0, text: `${out}${err}` }),
    )
  })

describe('npm run verify-audit', () => {
  test('prints the comparison', async () => {
    expect(await verify()).toEqual({
      code: 0,
      text:
        `3 days from ${dayOf(4)} to ${dayOf(2)} were compared: ` +
        'their 1 entries in the table are unchanged.\n',
    })
  })

  test('names differences, and exits with code 1', async () => {
    await writeBatch([historyEntries.itemOf({ ...entry, actor_id: null })], [])

    const { code, text } = await verify('--since', dayOf(4))
    await writeBatch([historyEntries.itemOf(entry)], [])

    expect(code).toBe(1)
    expect(text).toContain(
      `${dayOf(4)}: entry ${entry.id} (task.updated) was changed since: actor_id\n` +
        `3 days from ${dayOf(4)} to ${dayOf(2)} were compared, with the differences above.`,
    )
  })

  test.each([
    ['days without copies', ['--until', '2020-01-31'], 1, 'These days have no copies.'],
    ['what is no day', ['--since', 'yesterday'], 2, '--since must be a day, such as 2026-01-31.'],
  ])('refuses %s', async (_, words, code, reason) => {
    const refused = await verify(...words)

    expect(refused.code).toBe(code)
    expect(refused.text).toContain(reason)
  })

  test('fails for a service without copies', async () => {
    const bucket = process.env['AUDIT_LOCK_BUCKET']
    useBucket()

    const refused = await verify()
    useBucket(bucket)

    expect(refused).toEqual({
      code: 1,
      text: 'This service has no locked copies of history: it is deployed without audit-lock.\n',
    })
  })
})
