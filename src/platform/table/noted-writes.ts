import { requestContext, type NotedWrite } from '../runtime/request-context.ts'
import { shortName, type Item, type Key, type Operation } from './operation.ts'
import { notedRemovals } from './removal-note.ts'

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

/** What is noted of writes: those of which the table's stream can tell who made them. */
export const notedWrites = (operations: Operation[]): NotedWrite[] => [
  ...operations.flatMap(notedWrite),
  ...notedRemovals(operations).map(({ entityType, ...key }) => ({ entityType, item: shortName(key) })),
]

/** Notes writes that were made, where the request wants to know. */
export const noteWrites = (operations: Operation[]): void => {
  requestContext().writes?.push(...notedWrites(operations))
}
