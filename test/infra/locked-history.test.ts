import { DeleteObjectCommand, ListObjectVersionsCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { differencesOf } from '../../infra/operation/locked-history.ts'
import { lockHistory } from '../../src/history/audit-lock.ts'
import { historyEntries, type StoredHistoryEntry } from '../../src/platform/history/entry.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { givenEntry } from '../history/given.ts'
import { givenLockedBucket } from '../support/locked-bucket.ts'
import { s3 } from '../support/s3.ts'

let Bucket: string
let entries: StoredHistoryEntry[]

const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const copiedDayKey = (daysAgo: number) => `days/${dayOf(daysAgo)}.jsonl.gz`

/** Copies the history to a bucket that tests can tamper with, locked for this many days. */
const useBucket = async (days: number) => {
  Bucket = await givenLockedBucket('GOVERNANCE', days)
  process.env['AUDIT_LOCK_BUCKET'] = Bucket
  await lockHistory(Date.parse(`${dayOf(0)}T12:00:00Z`))
}

/** Creates two entries from five days ago and one from four, all of them copied. */
beforeEach(async () => {
  // with a year, the comparison would cover each of its days
  process.env['HISTORY_DAYS'] = '20'
  entries = await Promise.all([givenEntry(5), givenEntry(5), givenEntry(4)])
  await useBucket(400)
})

afterEach(async () => {
  delete process.env['HISTORY_DAYS']
  await writeBatch([], entries.map(historyEntries.keyOf))
})

const compare = async (range: { since?: string; until?: string } = {}) => {
  const days = await Array.fromAsync(differencesOf(range))
  return {
    days: days.map(({ day }) => day),
    entries: days.reduce((sum, { entries: count }) => sum + count, 0),
    differences: days.flatMap(({ day, differences }) => differences.map((one) => `${day}: ${one}`)),
  }
}

const first = () => entries[0] as StoredHistoryEntry

const remove = async (daysAgo: number) => {
  const Key = copiedDayKey(daysAgo)
  const { Versions = [] } = await s3().send(new ListObjectVersionsCommand({ Bucket, Prefix: Key }))
  for (const { VersionId } of Versions)
    await s3().send(new DeleteObjectCommand({ Bucket, Key, VersionId, BypassGovernanceRetention: true }))
}

const put = (daysAgo: number, header: object) =>
  s3().send(
    new PutObjectCommand({
      Bucket,
      Key: copiedDayKey(daysAgo),
      Body: gzipSync(`${JSON.stringify(header)}\n`),
      ChecksumAlgorithm: 'SHA256',
    }),
  )

describe('comparing copies with the table', () => {
  test('finds no differences without changes', async () => {
    expect(await compare()).toEqual({ days: [5, 4, 3, 2].map(dayOf), entries: 3, differences: [] })
  })

  test('names a changed entry and its changed fields', async () => {
    await writeBatch([historyEntries.itemOf({ ...first(), action: 'task.deleted', actor_id: null })], [])

    const { id } = first()
    expect((await compare()).differences).toEqual([
      `${dayOf(5)}: entry ${id} (task.updated) was changed since: action, actor_id`,
    ])
  })

  test('names removed and added entries', async () => {
    await writeBatch([], [historyEntries.keyOf(first())])
    const added = await givenEntry(4)
    entries.push(added)

    expect((await compare()).differences).toEqual([
      `${dayOf(5)}: entry ${first().id} (task.updated) was removed since`,
      `${dayOf(4)}: entry ${added.id} (task.updated) was added since`,
    ])
  })

  test('compares only the requested days', async () => {
    await writeBatch([], [historyEntries.keyOf(first())])

    expect(await compare({ since: dayOf(4), until: dayOf(3) })).toEqual({
      days: [4, 3].map(dayOf),
      entries: 1,
      differences: [],
    })
  })

  test('does not miss entries that have expired from the table since the copy', async () => {
    await useBucket(5)
    await writeBatch([], entries.map(historyEntries.keyOf))

    expect((await compare()).differences).toEqual([
      `${dayOf(4)}: entry ${entries[2]?.id} (task.updated) was removed since`,
    ])
  })
})

describe('comparing copies with one another', () => {
  test('names a missing day, and the next day, whose copy followed it', async () => {
    await remove(4)

    expect((await compare()).differences).toEqual([
      `${dayOf(4)}: there is no copy`,
      `${dayOf(3)}: the copy does not follow the one of ${dayOf(5)}`,
    ])
  })

  test('compares a copy behind a delete marker, and reports the marker', async () => {
    await s3().send(new DeleteObjectCommand({ Bucket, Key: copiedDayKey(5) }))

    expect(await compare()).toMatchObject({
      entries: 3,
      differences: [`${dayOf(5)}: 1 later versions or delete markers hide the copy`],
    })
  })

  test('names a day with only a delete marker left', async () => {
    await remove(3)
    await s3().send(new DeleteObjectCommand({ Bucket, Key: copiedDayKey(3) }))

    expect((await compare()).differences).toContain(`${dayOf(3)}: there is no copy`)
  })

  test('skips a copy that was deleted because the table no longer keeps its day', async () => {
    process.env['HISTORY_DAYS'] = '4'
    await s3().send(new DeleteObjectCommand({ Bucket, Key: copiedDayKey(5) }))

    const { days, differences } = await compare()

    expect([days, differences]).toEqual([[4, 3, 2].map(dayOf), []])
  })

  test('compares the first copy of a day with several versions', async () => {
    await put(5, { day: dayOf(5), previous: null })

    expect(await compare()).toMatchObject({
      entries: 3,
      differences: [`${dayOf(5)}: 1 later versions or delete markers hide the copy`],
    })
  })

  test('names a replaced copy, by the copy that followed the original', async () => {
    await remove(4)
    await put(4, { day: dayOf(4), previous: null })

    const { differences } = await compare({ since: dayOf(4) })

    expect(differences).toEqual([
      `${dayOf(4)}: the copy does not follow the one of ${dayOf(5)}`,
      `${dayOf(4)}: entry ${entries[2]?.id} (task.updated) was added since`,
      `${dayOf(3)}: the copy does not follow the one of ${dayOf(4)}`,
    ])
  })

  test('names a copy that is stored under another day', async () => {
    await remove(2)
    await put(2, { day: dayOf(9), previous: null })

    expect((await compare()).differences).toContain(`${dayOf(2)}: the copy is of ${dayOf(9)}`)
  })
})
