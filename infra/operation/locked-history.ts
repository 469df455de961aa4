import { GetObjectCommand } from '@aws-sdk/client-s3'
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import {
  entriesOfDay,
  firstKeptDay,
  parseLockedKey,
  LockedHeader,
  lockedKey,
  lockedPrefix,
} from '../../src/history/locked-day.ts'
import { bucket } from '../../src/platform/aws/s3-client.ts'
import { environment } from '../../src/platform/runtime/environment.ts'
import { isMarker, listVersions, type Version } from './object-versions.ts'

/** Objects of a day in the bucket: all versions of its copy and all delete markers, newest first. */
type Versions = Version[]

/**
 * Returns true if the bucket has deleted the copy of a day whose retention is over. The bucket deletes a copy when its
 * lock ends (infra/template/audit-lock.yml), which is after the table drops the day.
 */
const isPastRetention = (day: string, versions: Versions) => day < firstKeptDay() && versions.some(isMarker)

/** Returns the days in the bucket that are not past their retention, oldest first. */
const versionsByDay = async (): Promise<Map<string, Versions>> => {
  const found = (
    await Array.fromAsync(listVersions(bucket(), environment.auditLockBucket, lockedPrefix))
  ).flat()
  const days = [...Map.groupBy(found, ({ Key = '' }) => parseLockedKey(Key))]
  return new Map(
    days
      .filter(([day, versions]) => !isPastRetention(day, versions))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** Reads the first copy of a day, ignoring all later versions. */
const readCopy = async (day: string, versions: Versions) => {
  const VersionId = versions.findLast((version) => !isMarker(version))?.VersionId
  const input = { Bucket: environment.auditLockBucket, Key: lockedKey(day), VersionId }
  const {
    Body,
    LastModified,
    ObjectLockRetainUntilDate: lockedUntil,
  } = await bucket().send(new GetObjectCommand(input))
  const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array()
  const [header = '', ...lines] = gunzipSync(bytes).toString().trimEnd().split('\n')
  return {
    header: LockedHeader.parse(JSON.parse(header)),
    entries: lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    isLocked: lockedUntil !== undefined,
    // the lock lasts as long as the table kept history when the day was copied, so its duration gives the date on which
    // the table drops the day
    isKept:
      lockedUntil !== undefined && Date.parse(day) + Number(lockedUntil) - Number(LastModified) > Date.now(),
  }
}

type Copy = Awaited<ReturnType<typeof readCopy>>

const entryLabel = ({ id, action }: Record<string, unknown>) => `entry ${String(id)} (${String(action)})`

/** Returns the differences between a day's entries in the table and in its copy. */
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
      if (!copied) differences.push(`${entryLabel(entry)} was added since`)
      else if (fields.length > 0)
        differences.push(
          `${entryLabel(copied)} was changed since: ${fields.map(([name]) => name).join(', ')}`,
        )
    }
  return [...differences, ...[...left.values()].map((entry) => `${entryLabel(entry)} was removed since`)]
}

/** Returns the problems of a copy itself, and of its link to the previous copy. */
const copyDifferences = (
  day: string,
  { header, isLocked }: Copy,
  versions: Versions,
  before: LockedHeader['previous'],
): string[] => {
  const others = versions.length - 1
  return [
    ...(others > 0 ? [`${others} later versions or delete markers hide the copy`] : []),
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
  entries: number
  /** One sentence per difference, without a period. */
  differences: string[]
}

/**
 * Compares the locked copies with one another and, as far back as the table keeps history, with the table. Yields each
 * day from `since` to `until`, both inclusive, oldest first; all copied days by default.
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
    // the copy of the day before `since` provides the expected link of the first day
    if (!hasCopy || (!isAsked && nextDay(day) < since)) continue
    const copy = await readCopy(day, versions)
    const ofEntries = isAsked && copy.isKept ? await entryDifferences(day, copy) : []
    const differences = [...copyDifferences(day, copy, versions, before), ...ofEntries]
    if (isAsked) yield { day, entries: copy.entries.length, differences }
    before = { day, sha256: copy.sha256 }
  }
}
