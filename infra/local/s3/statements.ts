import type { DatabaseSync } from 'node:sqlite'

/** The tables of the store. A file is written once under a unique name; an object exists as soon as its row exists. */
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
  CREATE TABLE IF NOT EXISTS notifications (bucket TEXT PRIMARY KEY, configurations TEXT);
  CREATE TABLE IF NOT EXISTS locks (bucket TEXT PRIMARY KEY, mode TEXT, days INTEGER);
  CREATE TABLE IF NOT EXISTS versions (
    number INTEGER PRIMARY KEY, id TEXT UNIQUE, bucket TEXT, key TEXT, file TEXT, size INTEGER, etag TEXT,
    modified INTEGER, headers TEXT
  );
  CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY, queue TEXT, body TEXT);
`

export const prepareStatements = (database: DatabaseSync) => {
  database.exec(schema)
  return {
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
    setNotifications: database.prepare('REPLACE INTO notifications VALUES (?, ?)'),
    notifications: database.prepare('SELECT configurations FROM notifications WHERE bucket = ?'),
    setLock: database.prepare('REPLACE INTO locks VALUES (?, ?, ?)'),
    lock: database.prepare('SELECT mode, days FROM locks WHERE bucket = ?'),
    addVersion: database.prepare('INSERT INTO versions VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)'),
    version: database.prepare('SELECT * FROM versions WHERE bucket = ? AND key = ? AND id = ?'),
    removeVersion: database.prepare('DELETE FROM versions WHERE id = ?'),
    newest: database.prepare(
      'SELECT * FROM versions WHERE bucket = ? AND key = ? ORDER BY number DESC LIMIT 1',
    ),
    versions: database.prepare('SELECT * FROM versions WHERE bucket = ? ORDER BY key, number DESC'),
    addEvent: database.prepare('INSERT INTO events VALUES (?, ?, ?)'),
    events: database.prepare('SELECT * FROM events ORDER BY rowid'),
    endEvent: database.prepare('DELETE FROM events WHERE id = ?'),
  }
}
