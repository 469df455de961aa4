import { GetObjectCommand } from '@aws-sdk/client-s3'
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import {
  entriesOfDay,
  firstKeptDay,
  lockedDayOf,
  LockedHeader,
  lockedKeyOf,
  lockedPrefix,
} from '../src/history/locked-day.ts'
import { bucket } from '../src/platform/aws/s3-client.ts'
import { environment } from '../src/platform/runtime/environment.ts'
import { isMarker, listVersions, type Version } from './object-versions.ts'

/** What the bucket has of a day: all versions of its copy and all delete markers, newest first. */
type Versions = Version[]

/** The lock of a copy ends after the table has forgotten the day; then it is deleted (infra/audit-lock.yml). */
const isOver = (day: string, versions: Versions) => day < firstKeptDay() && versions.some(isMarker)

/** The days with anything in the bucket that is not over, oldest first. */
const versionsByDay = async (): Promise<Map<string, Versions>> => {
  const found = (
    await Array.fromAsync(listVersions(bucket(), environment.auditLockBucket, lockedPrefix))
  ).flat()
  const days = [...Map.groupBy(found, ({ Key = '' }) => lockedDayOf(Key))]
  return new Map(
    days.filter(([day, versions]) => !isOver(day, versions)).sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** The first copy that was made of a day, whatever has been put over it since. */
const readCopy = async (day: string, versions: Versions) => {
  const VersionId = versions.findLast((version) => !isMarker(version))?.VersionId
  const input = { Bucket: environment.auditLockBucket, Key: lockedKeyOf(day), VersionId }
  const {
    Body,
    LastModified,
    ObjectLockRetainUntilDate: until,
  } = await bucket().send(new GetObjectCommand(input))
  const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array()
  const [header = '', ...lines] = gunzipSync(bytes).toString().trimEnd().split('\n')
  return {
    header: LockedHeader.parse(JSON.parse(header)),
    entries: lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    isLocked: until !== undefined,
    // its lock is as long as history was kept then, which says when the table forgets the day
    isKept: until !== undefined && Date.parse(day) + Number(until) - Number(LastModified) > Date.now(),
  }
}

type Copy = Awaited<ReturnType<typeof readCopy>>

const nameOf = ({ id, action }: Record<string, unknown>) => `entry ${String(id)} (${String(action)})`

/** How the entries of a day differ in the table from those that were copied. */
const entryDifferences = async (day: string, { entries }: Copy): Promise<string[]> => {
  const left = new Map(entries.map((entry) => [entry['id'], entry]))
  const differences: string[] = []
  for await (const page of entriesOfDay(day))
    for (const entry of page) {
      const copied = left.get(entry.id)
      left.delete(entry.id)
      const fields = Object.entries(entry).filter(
        ([name, value]) => !isDeepStrictEqual(value, copied?.[name]),
      )
      if (!copied) differences.push(`${nameOf(entry)} was added since`)
      else if (fields.length > 0)
        differences.push(`${nameOf(copied)} was changed since: ${fields.map(([name]) => name).join(', ')}`)
    }
  return [...differences, ...[...left.values()].map((entry) => `${nameOf(entry)} was removed since`)]
}

/** What is wrong with a copy itself, and with its place behind the one before. */
const copyDifferences = (
  day: string,
  { header, isLocked }: Copy,
  versions: Versions,
  before: LockedHeader['previous'],
): string[] => {
  const others = versions.length - 1
  return [
    ...(others > 0 ? [`${others} later versions or delete markers stand over the copy`] : []),
    ...(isLocked ? [] : ['the copy is not locked']),
    ...(header.day === day ? [] : [`the copy is of ${header.day}`]),
    ...(before === null || isDeepStrictEqual(header.previous, before)
      ? []
      : [`the copy does not follow the one of ${before.day}`]),
  ]
}

const nextDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

interface ComparedDay {
  day: string
  /** How many the copy has. */
  entries: number
  /** A sentence for each, without its end. */
  differences: string[]
}

/**
 * Compares the locked copies with one another and, as far back as the table keeps history, with the table: each day
 * from `since` to `until`, both included, oldest first; all that were copied by default.
 */
export async function* differencesOf({
  since = '',
  until = '9999-12-31',
}: {
  since?: string | undefined
  until?: string | undefined
}): AsyncGenerator<ComparedDay> {
  const all = await versionsByDay()
  const last = [...all.keys()].at(-1)
  let before: LockedHeader['previous'] = null
  for (let day = [...all.keys()][0]; day && last && day <= last && day <= until; day = nextDay(day)) {
    const versions = all.get(day) ?? []
    const [isAsked, hasCopy] = [day >= since, !versions.every(isMarker)]
    if (!hasCopy && isAsked) yield { day, entries: 0, differences: ['there is no copy'] }
    // the day before tells what the first one has to follow
    if (!hasCopy || (!isAsked && nextDay(day) < since)) continue
    const copy = await readCopy(day, versions)
    const ofEntries = isAsked && copy.isKept ? await entryDifferences(day, copy) : []
    const differences = [...copyDifferences(day, copy, versions, before), ...ofEntries]
    if (isAsked) yield { day, entries: copy.entries.length, differences }
    before = { day, sha256: copy.sha256 }
  }
}
