import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { filesInArchive } from './archive.ts'

/** A hash of the files in an archive, whatever their order, times and compression: the same code has the same hash. */
export const contentHash = (archive: string): string => {
  const hash = createHash('sha256')
  const files = filesInArchive(readFileSync(archive))
  for (const [name, bytes] of files.sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${name}\0${bytes.length}\0`).update(bytes)
  return hash.digest('hex')
}

/**
 * Where code is in the deployment bucket: beside the folders of deployments: osls deletes all of these but the newest
 * five, and below the prefix that it empties when the stack is removed.
 */
export const codeKey = (prefix: string, hash: string): string => `${prefix}code/${hash}.zip`

/** Where the code of the server of documents is, which goes with the rest. */
export const serverCodeKey = (prefix: string, hash: string): string => `${prefix}code/wopi-server-${hash}.mjs`

/**
 * What osls keeps of a stage in the deployment bucket, which it empties of nothing else before it deletes the stack.
 */
export const deploymentPrefix = (stage: string): string => `serverless/enterprise-platform/${stage}/`

/** Where a source map of that code is: that of the bundle, or that of a chunk beside it. */
export const mapKey = (key: string, chunk?: string): string =>
  key.replace(/\.zip$/, chunk === undefined ? '.map.gz' : `.${chunk}.map.gz`)
