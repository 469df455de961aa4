import { createHash } from 'node:crypto'
import { environment } from '../../runtime/environment.ts'

/** Returns the partition of a shared list that holds the record `id`. */
export const listShard = (range: string, id: string): string =>
  `${range}#${createHash('sha256').update(id).digest().readUInt32BE() % environment.listShardsWritten}`

/** Returns all partitions of a shared list. */
export const shardsOf = (range: string): string[] =>
  Array.from({ length: environment.listShards }, (_, shard) => `${range}#${shard}`)
