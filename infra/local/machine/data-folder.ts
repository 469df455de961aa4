import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Creates missing folders one by one: Node's `recursive` option never returns below /proc. */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** File of the embedded DynamoDB in the data folder. */
export const tableFile = 'dynamodb.sqlite'

/** SQLite's code for what another process has locked (`SQLITE_BUSY`). */
const busy = 5

/**
 * Locks the folder for this process; throws if another process has it, or if the folder cannot hold data. The lock is
 * an operating-system lock on an open file, so it ends with the process in every case.
 */
export const lockFolder = (folder: string): { release: () => void } => {
  let lock: DatabaseSync | undefined
  try {
    makeFolder(folder)
    lock = new DatabaseSync(join(folder, 'lock.sqlite'))
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return { release: lock.close.bind(lock) }
  } catch (cause) {
    lock?.close()
    throw new Error(
      (cause as { errcode?: number }).errcode === busy
        ? `The data in ${folder} are in use by another running service.`
        : `${folder} cannot hold the data (DATA_DIR): ${(cause as Error).message}.`,
      { cause },
    )
  }
}

/** Number of the layout of the data; a service reads no other layout. */
const layout = 1

/**
 * Marks an empty data folder with the layout of this service. Throws if the folder has data of another layout, or of a
 * service from before the first release, which had no mark.
 */
export const requireLayout = (folder: string): void => {
  const mark = jsonFile<{ layout?: number }>(join(folder, 'layout.json'), {})
  if (!existsSync(join(folder, tableFile))) mark.write({ layout })
  else if (mark.read().layout !== layout)
    throw new Error(
      `The data in ${folder} have a different layout from that of this version. Remove the folder, or name another ` +
        'one with DATA_DIR.',
    )
}

/** JSON in a file that is either as before or as after, never between. */
export const jsonFile = <T>(file: string, absent: T) => ({
  read: (): T => {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as T
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return absent
      // JSON.parse quotes the file in its message, and some files contain keys
      if (error instanceof SyntaxError)
        throw new Error(`${file} is damaged: it is not JSON. Remove it, and the service creates a new one.`)
      throw error
    }
  },
  write: (value: T, mode = 0o666): void => {
    writeFileSync(`${file}.new`, JSON.stringify(value), { mode })
    renameSync(`${file}.new`, file)
  },
  remove: (): void => rmSync(file, { force: true }),
})
