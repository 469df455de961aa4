import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readObject } from '../../platform/aws/s3.ts'
import type { StoredFile } from './file.ts'
import { objectKey } from './object.ts'

/** Writes the bytes of a file to `path`; returns false if they no longer exist. Throws 503 if S3 fails. */
export const downloadFile = async (path: string, { id, object_id }: StoredFile): Promise<boolean> => {
  const object = await readObject(objectKey(id, object_id))
  if (object === undefined || object === 'unsatisfiable') return false
  await pipeline(object.body, createWriteStream(path))
  return true
}

/** Calls `work` with a path in a temporary folder, and removes the folder afterwards. */
export const withTemporaryPath = async <T>(work: (path: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'document-'))
  try {
    return await work(join(folder, 'document'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
