import { createHash } from 'node:crypto'
import { requestContext, type NotedWrite } from '../runtime/request-context.ts'
import type { Item, Key, Operation } from './operation.ts'

/** A short name of an item, the same wherever it is asked for. */
export const shortName = ({ pk, sk }: Key): string =>
  createHash('sha256')
    .update(JSON.stringify([pk, sk]))
    .digest('base64url')
    .slice(0, 16)

/** What a write says of the thing: its kind, where it also says who makes it. */
const writtenType = ({ Put, Update }: Operation['write']): unknown => {
  const { ExpressionAttributeValues: values = {} } = Update ?? {}
  const { entityType, origin } = (Put?.Item ?? {
    entityType: values[':entityType'],
    origin: values[':origin'],
  }) as Item
  return origin === undefined ? undefined : entityType
}

const notedWrite = ({ write }: Operation): NotedWrite[] => {
  const entityType = writtenType(write)
  const key = (write.Put?.Item ?? write.Update?.Key) as Key
  return typeof entityType === 'string' ? [{ entityType, item: shortName(key) }] : []
}

/**
 * What is noted of writes: those of which the table's stream can tell who made them. Of removals it can as far as they
 * have left `notes`.
 */
export const notedWrites = (operations: Operation[], notes = 0): NotedWrite[] => {
  const removals = operations.flatMap(({ removed }) => removed ?? []).slice(0, notes)
  return [
    ...operations.flatMap(notedWrite),
    ...removals.map(({ entityType, ...key }) => ({ entityType, item: shortName(key) })),
  ]
}

/** Notes writes that were made, where the request wants to know. */
export const noteWrites = (operations: Operation[], notes = 0): void => {
  requestContext().writes?.push(...notedWrites(operations, notes))
}
