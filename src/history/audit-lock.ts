import middy from '@middy/core'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { lastLockedKey, lockedSha256, putOnce } from '../platform/aws/locked-objects.ts'
import { utcDay } from '../platform/history/entry.ts'
import { newId } from '../platform/runtime/id.ts'
import { log } from '../platform/runtime/log.ts'
import { inRequest, noSession } from '../platform/runtime/request-context.ts'
import {
  entriesOfDay,
  firstKeptDay,
  linesOfDay,
  parseLockedKey,
  lockedKey,
  lockedPrefix,
} from './locked-day.ts'

const dayMilliseconds = 86_400_000

/**
 * Time from the end of a day until it is copied, in milliseconds. The table's stream keeps a change for 24 hours, so no
 * entry of that day can still arrive.
 */
const settledMilliseconds = 25 * 3_600_000

/** Maximum duration of a run in milliseconds; the next run continues. */
const runMilliseconds = 600_000

const dayAt = (time: number) => utcDay(new Date(time).toISOString())

/** Returns the days after `last` that are final and still complete, oldest first. */
const finalDaysAfter = (last: string | undefined, now: number): string[] => {
  const [kept, next] = [Date.parse(firstKeptDay(now)), last ? Date.parse(last) + dayMilliseconds : 0]
  const days: string[] = []
  for (
    let day = Math.max(kept, next);
    day + dayMilliseconds + settledMilliseconds <= now;
    day += dayMilliseconds
  )
    days.push(dayAt(day))
  return days
}

const isEmptyDay = async (day: string): Promise<boolean> => {
  for await (const entries of entriesOfDay(day)) return entries.length === 0
  return true
}

/** Copies a day unless a copy exists. `last` is the day of the previous copy. */
const copyDay = async (day: string, last: string | undefined): Promise<void> => {
  const previous = last === undefined ? null : { day: last, sha256: await lockedSha256(lockedKey(last)) }
  const lines = Readable.from(linesOfDay({ day, previous }))
  const body = await pipeline(lines, createGzip(), buffer)
  const isNew = await putOnce(lockedKey(day), body, 'application/gzip')
  if (isNew) log.info('history locked', { day, bytes: body.byteLength })
}

/**
 * Copies each day of history to the bucket with Object Lock, beginning with the first day that has an entry. The
 * position follows from the newest copy: the next run copies days that are left or were missed.
 */
export const lockHistory = async (now = Date.now()): Promise<void> => {
  const until = Date.now() + runMilliseconds
  const key = await lastLockedKey(lockedPrefix)
  let last = key && parseLockedKey(key)
  for (const day of finalDaysAfter(last, now)) {
    if (Date.now() > until) return
    if (last === undefined && (await isEmptyDay(day))) continue
    await copyDay(day, last)
    last = day
  }
}

/** Lambda function that copies history to immutable storage, every hour (infra/template/audit-lock.yml). */
export const copyHistory = middy<unknown>().handler(() =>
  inRequest({ requestId: newId(), confirmSession: noSession }, () => lockHistory()),
)
