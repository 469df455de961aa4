import { randomUUID } from 'node:crypto'
import { mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { prepareStatements } from './statements.ts'
import type { ObjectLock, Part, PendingEvent, Stored, Version } from './stored.ts'

type Row = Record<string, string | number>

const parseStored = <T = Stored>(row: unknown): T | undefined =>
  row ? ({ ...(row as Row), headers: JSON.parse((row as Row)['headers'] as string) } as T) : undefined

interface Tables {
  database: DatabaseSync
  statements: ReturnType<typeof prepareStatements>
  pathOf: (file: string) => string
  /**
   * Deletes files. Readers with an open file can continue; the next start removes files that remain when the process
   * ends.
   */
  drop: (files: string[]) => void
}

/** Applies all changes or none. */
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
  const bytesPath = (file: string) => join(bytes, file)
  // the same limit as the lifecycle rule in infra/template/bucket.yml
  database.exec('DELETE FROM uploads WHERE started < unixepoch() - 86400')
  const known = database
    .prepare('SELECT file FROM objects UNION ALL SELECT file FROM parts UNION ALL SELECT file FROM versions')
    .all() as Row[]
  for (const file of new Set(readdirSync(bytes)).difference(new Set(known.map(({ file }) => file))))
    rmSync(bytesPath(file), { force: true })
  const drop = (files: string[]) => {
    for (const file of files) rm(bytesPath(file), { force: true }).catch(() => {})
  }
  return { database, statements, pathOf: bytesPath, drop }
}

const buckets = ({ statements }: Tables) => ({
  /** Returns true if the bucket is new. */
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
  const { statements, drop, pathOf: bytesPath } = tables
  const find = (bucket: string, key: string) => parseStored(statements.object.get(bucket, key))
  return {
    /** Returns a file descriptor; must be called in the same turn as `find`. */
    open: ({ file }: Stored) => openSync(bytesPath(file), 'r'),
    find,
    /** Stores an object together with its events; an object with an ID becomes a new version beside the older ones. */
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
    /** Lists objects by key, in UTF-8 order. */
    list: (bucket: string, { prefix, after, limit }: { prefix: string; after: string; limit: number }) =>
      statements.list
        .all(bucket, after, prefix, prefix, prefix, limit)
        .map((row) => parseStored(row) as Stored),
  }
}

const versions = (tables: Tables) => {
  const { statements, drop } = tables
  return {
    findVersion: (bucket: string, key: string, id: string) =>
      parseStored<Version>(statements.version.get(bucket, key, id)),
    /** Returns versions by key, the newest first. */
    versionsOf: (bucket: string) =>
      statements.versions.all(bucket).map((row) => parseStored<Version>(row) as Version),
    /** Hides an object of a bucket with Object Lock behind a delete marker. */
    addMarker: (bucket: string, marker: Version) =>
      together(tables, () => {
        addVersion(tables, bucket, marker)
        statements.remove.run(bucket, marker.key)
      }),
    /** Removes a version permanently: the version before it becomes current. */
    removeVersion: (bucket: string, { id, key, file }: Version) => {
      together(tables, () => {
        statements.removeVersion.run(id)
        const newest = parseStored<Version>(statements.newest.get(bucket, key))
        if (newest?.file) putCurrent(tables, bucket, { ...newest, file: newest.file })
        else statements.remove.run(bucket, key)
      })
      if (file !== null) drop([file])
    },
  }
}

const events = ({ statements }: Tables) => ({
  /** Returns the unsent events, the oldest first. */
  pendingEvents: () => statements.events.all().map((row: unknown) => row as PendingEvent),
  endEvent: (id: string) => void statements.endEvent.run(id),
})

const uploads = ({ statements, drop }: Tables) => {
  const listUploadParts = (upload: string) => statements.parts.all(upload).map((row: unknown) => row as Part)
  return {
    startUpload: (bucket: string, key: string, headers: Record<string, string>): string => {
      const id = randomUUID()
      statements.start.run(id, bucket, key, JSON.stringify(headers))
      return id
    },
    /** Returns the headers of the upload's object; undefined if the upload does not exist. */
    findUpload: (id: string, bucket: string, key: string) =>
      parseStored(statements.upload.get(id, bucket, key))?.headers,
    putPart: (upload: string, { number, file, size, md5 }: Part) => {
      const before = listUploadParts(upload).filter((part) => part.number === number)
      statements.putPart.run(upload, number, file, size, md5)
      drop(before.map(({ file }) => file))
    },
    listParts: listUploadParts,
    endUpload: (id: string) => {
      const parts = listUploadParts(id)
      statements.end.run(id)
      drop(parts.map(({ file }) => file))
    },
  }
}

/**
 * Opens a store of objects and unfinished uploads in a folder. All changes are atomic, and survive the end of the
 * process.
 */
export const openStore = (folder: string) => {
  const tables = openTables(folder)
  const { pathOf: bytesPath, drop, database } = tables
  return {
    pathOf: bytesPath,
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
