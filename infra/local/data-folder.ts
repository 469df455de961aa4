import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Takes the folder for this process, or throws when another one has it. The lock is one of the operating system on an
 * open file, so it ends with the process, however that ends.
 */
export const lockFolder = (folder: string): { release: () => void } => {
  mkdirSync(folder, { recursive: true })
  const lock = new DatabaseSync(join(folder, 'lock.sqlite'))
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw new Error(`The data in ${folder} is in use: another service has been started on it.`, {
      cause: error,
    })
  }
  return { release: () => lock.close() }
}

/** JSON in a file that is either as before or as after, never between. */
export const jsonFile = <T>(file: string, absent: T) => ({
  read: (): T => {
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as T
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return absent
      throw error
    }
  },
  write: (value: T, mode = 0o666): void => {
    writeFileSync(`${file}.new`, JSON.stringify(value), { mode })
    renameSync(`${file}.new`, file)
  },
  remove: (): void => rmSync(file, { force: true }),
})
