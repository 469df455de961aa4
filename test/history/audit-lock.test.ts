import { GetObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3'
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { copyHistory, lockHistory } from '../../src/history/audit-lock.ts'
import { historyEntries, type StoredHistoryEntry } from '../../src/platform/history/entry.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { givenLockedBucket } from '../support/locked-bucket.ts'
import { s3 } from '../support/s3.ts'
import { lambdaContext } from '../support/world.ts'
import { givenEntry } from './given.ts'

let Bucket: string

beforeEach(async () => {
  // checking each day of a year would take too long
  process.env['HISTORY_DAYS'] = '20'
  Bucket = await givenLockedBucket()
  process.env['AUDIT_LOCK_BUCKET'] = Bucket
})

const entries: StoredHistoryEntry[] = []

afterEach(async () => {
  delete process.env['HISTORY_DAYS']
  await writeBatch([], entries.splice(0).map(historyEntries.keyOf))
})

/** Creates an entry from this many days ago, for this test alone. */
const given = async (...[daysAgo, fields]: Parameters<typeof givenEntry>) => {
  const entry = await givenEntry(daysAgo, fields)
  entries.push(entry)
  return entry
}

/** Runs at noon, so that the day before yesterday is the last one to which no entry can be added. */
const copy = () => lockHistory(Date.parse(`${dayOf(0)}T12:00:00Z`))

const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

const bytesOf = async (day: string) => {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket, Key: `days/${day}.jsonl.gz` }))
  return Buffer.from((await Body?.transformToByteArray()) ?? [])
}

const linesOf = async (day: string) => {
  const [header, ...lines] = gunzipSync(await bytesOf(day))
    .toString()
    .trimEnd()
    .split('\n')
  return {
    header: JSON.parse(header as string) as { day: string; previous: { day: string; sha256: string } | null },
    entries: lines.map((line) => JSON.parse(line) as StoredHistoryEntry),
  }
}

const versions = async () =>
  (await s3().send(new ListObjectVersionsCommand({ Bucket }))).Versions?.map(({ Key }) => Key) ?? []

const withoutAddress = (entry: StoredHistoryEntry) => ({ ...entry, address: undefined })

describe('Copy of a day', () => {
  test('contains every entry of that day once, as stored, oldest first and without its address', async () => {
    const all = await Promise.all(
      [0, 1, 2].map((n) => given(5, { changes: [{ field: 'title', before: `${n}`, after: 'b' }] })),
    )
    await given(4)

    await copy()

    const copied = await linesOf(dayOf(5))
    const inOrder = all.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    expect(copied.header).toEqual({ day: dayOf(5), previous: null })
    expect(copied.entries).toEqual(inOrder.map(withoutAddress))
  })

  test('contains more entries than one read returns', async () => {
    const first = await given(5)
    const more = Array.from({ length: 1_100 }, (_, n) =>
      historyEntries.make({ ...first, id: `${first.id.slice(0, 24)}${n.toString(16).padStart(12, '0')}` }),
    )
    entries.push(...more)
    await writeBatch(more.map(historyEntries.itemOf), [])

    await copy()

    const ids = (await linesOf(dayOf(5))).entries.map(({ id }) => id)
    expect([new Set(ids).size, ids.length]).toEqual([1_101, 1_101])
  })

  test('exists for days without entries, but not for days before the first entry', async () => {
    await given(6)
    await given(4)

    await copy()

    expect((await linesOf(dayOf(5))).entries).toEqual([])
    expect(await versions()).toEqual([6, 5, 4, 3, 2].map((n) => `days/${dayOf(n)}.jsonl.gz`))
  })

  test('contains the hash of the previous copy', async () => {
    await given(5)

    await copy()

    const sha256 = createHash('sha256')
      .update(await bytesOf(dayOf(5)))
      .digest('hex')
    expect((await linesOf(dayOf(4))).header.previous).toEqual({ day: dayOf(5), sha256 })
  })

  test('keeps the lock mode of the bucket', async () => {
    await given(5)

    await copy()

    const head = await s3().send(new GetObjectCommand({ Bucket, Key: `days/${dayOf(5)}.jsonl.gz` }))
    expect(head.ObjectLockMode).toBe('COMPLIANCE')
    expect(head.ContentType).toBe('application/gzip')
  })
})

describe('Run of the copy function', () => {
  test('copies a day when the Lambda function is invoked', async () => {
    await given(5)

    await copyHistory({}, lambdaContext('audit-lock'))

    expect((await linesOf(dayOf(5))).entries).toHaveLength(1)
  })

  test('keeps existing copies and continues after them', async () => {
    const entry = await given(5)
    await copy()
    await writeBatch([historyEntries.itemOf({ ...entry, action: 'task.forged' })], [])

    await copy()

    expect((await linesOf(dayOf(5))).entries).toEqual([withoutAddress(entry)])
    expect(await versions()).toEqual([5, 4, 3, 2].map((n) => `days/${dayOf(n)}.jsonl.gz`))
  })

  test('copies each day once if several runs are concurrent', async () => {
    await given(8)

    await Promise.all([copy(), copy(), copy()])

    expect(await versions()).toEqual([8, 7, 6, 5, 4, 3, 2].map((n) => `days/${dayOf(n)}.jsonl.gz`))
  })

  test('copies only days that ended more than 25 hours ago, since other days may still get entries', async () => {
    await given(3)
    const end = Date.parse(dayOf(2))

    await lockHistory(end + 25 * 3_600_000 - 1)
    const before = await versions()
    await lockHistory(end + 25 * 3_600_000)

    expect(before).toEqual([])
    expect(await versions()).toEqual([`days/${dayOf(3)}.jsonl.gz`])
  })

  test('skips days whose history has expired in part', async () => {
    vi.stubEnv('HISTORY_DAYS', '7')
    await given(7)
    await given(5)

    await copy()
    vi.unstubAllEnvs()

    expect((await versions())[0]).toBe(`days/${dayOf(5)}.jsonl.gz`)
  })
})
