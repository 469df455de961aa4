import { randomUUID } from 'node:crypto'
import { mkdirSync, openSync, readdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** What is known of an object. */
export interface Stored {
  key: string
  /** Name of the file with its bytes. */
  file: string
  size: number
  /** Quoted. */
  etag: string
  /** Seconds since 1970. */
  modified: number
  /** To be sent with it. */
  headers: Record<string, string>
}

/** A part of an upload. */
export interface Part {
  number: number
  file: string
  size: number
  /** Hexadecimal. */
  md5: string
}

/** Files are written once, under a name of their own; a thing is there from the moment that its row is. */
const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS buckets (name TEXT PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS objects (
    bucket TEXT, key TEXT, file TEXT, size INTEGER, etag TEXT, modified INTEGER, headers TEXT,
    PRIMARY KEY (bucket, key)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS uploads (id TEXT PRIMARY KEY, bucket TEXT, key TEXT, headers TEXT, started INTEGER);
  CREATE TABLE IF NOT EXISTS parts (
    upload TEXT REFERENCES uploads ON DELETE CASCADE, number INTEGER, file TEXT, size INTEGER, md5 TEXT,
    PRIMARY KEY (upload, number)
  );
`

type Row = Record<string, string | number>

const storedOf = (row: unknown): Stored | undefined =>
  row ? ({ ...(row as Row), headers: JSON.parse((row as Row)['headers'] as string) } as Stored) : undefined

export type Store = ReturnType<typeof openStore>

/** Objects and unfinished uploads below a folder. All changes are atomic, and survive the end of the process. */
export const openStore = (folder: string) => {
  const bytes = join(folder, 'bytes')
  mkdirSync(bytes, { recursive: true })
  const database = new DatabaseSync(join(folder, 'objects.sqlite'))
  database.exec(schema)
  const pathOf = (file: string) => join(bytes, file)
  /**
   * Who reads it has it open and is not disturbed; what stays because the process ends is removed at the next
   * start.
   */
  const drop = (files: string[]) => {
    for (const file of files) rm(pathOf(file), { force: true }).catch(() => {})
  }

  // as the lifecycle in infra/bucket.yml
  database.exec('DELETE FROM uploads WHERE started < unixepoch() - 86400')
  const known = database.prepare('SELECT file FROM objects UNION ALL SELECT file FROM parts').all() as Row[]
  for (const file of new Set(readdirSync(bytes)).difference(new Set(known.map(({ file }) => file))))
    rmSync(pathOf(file), { force: true })

  const statements = {
    addBucket: database.prepare('INSERT OR IGNORE INTO buckets VALUES (?)'),
    bucket: database.prepare('SELECT 1 FROM buckets WHERE name = ?'),
    object: database.prepare('SELECT * FROM objects WHERE bucket = ? AND key = ?'),
    put: database.prepare('REPLACE INTO objects VALUES (?, ?, ?, ?, ?, ?, ?)'),
    remove: database.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?'),
    list: database.prepare(
      'SELECT * FROM objects WHERE bucket = ? AND key > ? AND key >= ? AND substr(key, 1, length(?)) = ? ' +
        'ORDER BY key LIMIT ?',
    ),
    start: database.prepare('INSERT INTO uploads VALUES (?, ?, ?, ?, unixepoch())'),
    upload: database.prepare('SELECT headers FROM uploads WHERE id = ? AND bucket = ? AND key = ?'),
    putPart: database.prepare('REPLACE INTO parts VALUES (?, ?, ?, ?, ?)'),
    parts: database.prepare('SELECT * FROM parts WHERE upload = ? ORDER BY number'),
    end: database.prepare('DELETE FROM uploads WHERE id = ?'),
  }

  const find = (bucket: string, key: string) => storedOf(statements.object.get(bucket, key))
  const partsOf = (upload: string) => statements.parts.all(upload) as unknown as Part[]

  return {
    pathOf,
    newFile: () => randomUUID(),
    /** A descriptor; to be called in the same turn as `find`. */
    open: ({ file }: Stored) => openSync(pathOf(file), 'r'),
    /** Tells whether it was made now. */
    addBucket: (name: string) => statements.addBucket.run(name).changes === 1,
    hasBucket: (name: string) => statements.bucket.get(name) !== undefined,
    find,
    put: (bucket: string, { key, file, size, etag, modified, headers }: Stored) => {
      const before = find(bucket, key)
      statements.put.run(bucket, key, file, size, etag, modified, JSON.stringify(headers))
      if (before) drop([before.file])
    },
    remove: (bucket: string, key: string) => {
      const before = find(bucket, key)
      statements.remove.run(bucket, key)
      if (before) drop([before.file])
    },
    /** By key, in the order of UTF-8. */
    list: (bucket: string, { prefix, after, limit }: { prefix: string; after: string; limit: number }) =>
      statements.list.all(bucket, after, prefix, prefix, prefix, limit).map((row) => storedOf(row) as Stored),
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
    drop,
    close: () => database.close(),
  }
}
