import { randomUUID } from 'node:crypto'
import { mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { prepareStatements } from './statements.ts'
import type { ObjectLock, Part, PendingEvent, Stored, Version } from './stored.ts'

type Row = Record<string, string | number>

const storedOf = <T = Stored>(row: unknown): T | undefined =>
  row ? ({ ...(row as Row), headers: JSON.parse((row as Row)['headers'] as string) } as T) : undefined

interface Tables {
  database: DatabaseSync
  statements: ReturnType<typeof prepareStatements>
  pathOf: (file: string) => string
  /**
   * Who reads it has it open and is not disturbed; what stays because the process ends is removed at the next
   * start.
   */
  drop: (files: string[]) => void
}

/** Runs all changes or none. */
const together = ({ database }: Tables, change: () => void): void => {
  database.exec('BEGIN')
  change()
  database.exec('COMMIT')
}

const openTables = (folder: string): Tables => {
  const bytes = join(folder, 'bytes')
  mkdirSync(bytes, { recursive: true })
  const database = new DatabaseSync(join(folder, 'objects.sqlite'))
  const statements = prepareStatements(database)
  const pathOf = (file: string) => join(bytes, file)
  // as the lifecycle in infra/bucket.yml
  database.exec('DELETE FROM uploads WHERE started < unixepoch() - 86400')
  const known = database
    .prepare('SELECT file FROM objects UNION ALL SELECT file FROM parts UNION ALL SELECT file FROM versions')
    .all() as Row[]
  for (const file of new Set(readdirSync(bytes)).difference(new Set(known.map(({ file }) => file))))
    rmSync(pathOf(file), { force: true })
  const drop = (files: string[]) => {
    for (const file of files) rm(pathOf(file), { force: true }).catch(() => {})
  }
  return { database, statements, pathOf, drop }
}

const buckets = ({ statements }: Tables) => ({
  /** Tells whether it was made now. */
  addBucket: (name: string) => statements.addBucket.run(name).changes === 1,
  hasBucket: (name: string) => statements.bucket.get(name) !== undefined,
  setLock: (bucket: string, { mode, days }: ObjectLock) => void statements.setLock.run(bucket, mode, days),
  lockOf: (bucket: string): ObjectLock | undefined => {
    const { mode, days } = statements.lock.get(bucket) ?? {}
    if (mode === undefined || days === undefined) return undefined
    return { mode: mode === null ? null : String(mode), days: days === null ? null : Number(days) }
  },
  setNotifications: (bucket: string, configurations: string) =>
    void statements.setNotifications.run(bucket, configurations),
  notificationsOf: (bucket: string) =>
    (statements.notifications.get(bucket) as Row | undefined)?.['configurations'] as string | undefined,
})

const putCurrent = ({ statements }: Tables, bucket: string, object: Stored): void => {
  const { key, file, size, etag, modified, headers } = object
  statements.put.run(bucket, key, file, size, etag, modified, JSON.stringify(headers))
}

const addVersion = ({ statements }: Tables, bucket: string, version: Version): void => {
  const { id, key, file, size, etag, modified, headers } = version
  statements.addVersion.run(id, bucket, key, file, size, etag, modified, JSON.stringify(headers))
}

const objects = (tables: Tables) => {
  const { statements, drop, pathOf } = tables
  const find = (bucket: string, key: string) => storedOf(statements.object.get(bucket, key))
  return {
    /** A descriptor; to be called in the same turn as `find`. */
    open: ({ file }: Stored) => openSync(pathOf(file), 'r'),
    find,
    /** Puts an object together with the events that it causes; a version beside the older ones if it has an id. */
    put: (bucket: string, object: Stored & { id?: string }, events: PendingEvent[] = []) => {
      const before = find(bucket, object.key)
      const { id } = object
      together(tables, () => {
        putCurrent(tables, bucket, object)
        if (id !== undefined) addVersion(tables, bucket, { ...object, id })
        for (const { id, queue, body } of events) statements.addEvent.run(id, queue, body)
      })
      if (before && id === undefined) drop([before.file])
    },
    remove: (bucket: string, key: string) => {
      const before = find(bucket, key)
      statements.remove.run(bucket, key)
      if (before) drop([before.file])
    },
    /** By key, in the order of UTF-8. */
    list: (bucket: string, { prefix, after, limit }: { prefix: string; after: string; limit: number }) =>
      statements.list.all(bucket, after, prefix, prefix, prefix, limit).map((row) => storedOf(row) as Stored),
  }
}

const versions = (tables: Tables) => {
  const { statements, drop } = tables
  return {
    findVersion: (bucket: string, key: string, id: string) =>
      storedOf<Version>(statements.version.get(bucket, key, id)),
    /** By key, newest first. */
    versionsOf: (bucket: string) =>
      statements.versions.all(bucket).map((row) => storedOf<Version>(row) as Version),
    /** Hides an object of a bucket with Object Lock behind a delete marker. */
    addMarker: (bucket: string, marker: Version) =>
      together(tables, () => {
        addVersion(tables, bucket, marker)
        statements.remove.run(bucket, marker.key)
      }),
    /** Removes a version for good: the one before it is the object then. */
    removeVersion: (bucket: string, { id, key, file }: Version) => {
      together(tables, () => {
        statements.removeVersion.run(id)
        const newest = storedOf<Version>(statements.newest.get(bucket, key))
        if (newest?.file) putCurrent(tables, bucket, { ...newest, file: newest.file })
        else statements.remove.run(bucket, key)
      })
      if (file !== null) drop([file])
    },
  }
}

const events = ({ statements }: Tables) => ({
  /** Those that were not sent, oldest first. */
  pendingEvents: () => statements.events.all().map((row: unknown) => row as PendingEvent),
  endEvent: (id: string) => void statements.endEvent.run(id),
})

const uploads = ({ statements, drop }: Tables) => {
  const partsOf = (upload: string) => statements.parts.all(upload).map((row: unknown) => row as Part)
  return {
    startUpload: (bucket: string, key: string, headers: Record<string, string>): string => {
      const id = randomUUID()
      statements.start.run(id, bucket, key, JSON.stringify(headers))
      return id
    },
    /** The headers of its object; undefined when there is no such upload. */
    findUpload: (id: string, bucket: string, key: string) =>
      storedOf(statements.upload.get(id, bucket, key))?.headers,
    putPart: (upload: string, { number, file, size, md5 }: Part) => {
      const before = partsOf(upload).filter((part) => part.number === number)
      statements.putPart.run(upload, number, file, size, md5)
      drop(before.map(({ file }) => file))
    },
    partsOf,
    endUpload: (id: string) => {
      const parts = partsOf(id)
      statements.end.run(id)
      drop(parts.map(({ file }) => file))
    },
  }
}

/** Objects and unfinished uploads below a folder. All changes are atomic, and survive the end of the process. */
export const openStore = (folder: string) => {
  const tables = openTables(folder)
  const { pathOf, drop, database } = tables
  return {
    pathOf,
    newFile: () => randomUUID(),
    drop,
    close: () => database.close(),
    ...buckets(tables),
    ...objects(tables),
    ...versions(tables),
    ...events(tables),
    ...uploads(tables),
  }
}

export type Store = ReturnType<typeof openStore>
