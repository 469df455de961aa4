import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { filesInArchive } from './archive.ts'

/** Returns a hash of the files in an archive that does not depend on their order, times and compression. */
export const contentHash = (archive: string): string => {
  const hash = createHash('sha256')
  const files = filesInArchive(readFileSync(archive))
  for (const [name, bytes] of files.sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${name}\0${bytes.length}\0`).update(bytes)
  return hash.digest('hex')
}

/**
 * Returns the key of code in the deployment bucket: beside the folders of deployments, because osls keeps
 * only the newest five of them, and under the prefix that osls empties when the stack is removed.
 */
export const codeKey = (prefix: string, hash: string): string => `${prefix}code/${hash}.zip`

/** Returns the key of the document server's code, which is removed with the rest. */
export const serverCodeKey = (prefix: string, hash: string): string => `${prefix}code/wopi-server-${hash}.mjs`

/**
 * Returns the prefix of a stage in the deployment bucket, the only one that osls empties before it deletes the stack.
 */
export const deploymentPrefix = (stage: string): string => `serverless/enterprise-platform/${stage}/`

/** Returns the key of a source map: of the bundle, or of one of its chunks. */
export const mapKey = (key: string, chunk?: string): string =>
  key.replace(/\.zip$/, chunk === undefined ? '.map.gz' : `.${chunk}.map.gz`)
