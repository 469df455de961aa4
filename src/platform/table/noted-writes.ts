import { requestContext, type NotedWrite } from '../runtime/request-context.ts'
import { keyOf, shortName, type Operation } from './operation.ts'
import { notedRemovals } from './removal-note.ts'

/** What a write gives an attribute of its item. */
const givenValue = (operation: Operation, name: string): unknown => {
  if ('put' in operation) return operation.put[name]
  return 'change' in operation ? operation.change.set?.find(([path]) => path === name)?.[1] : undefined
}

/** A write that says what kind of thing it is about, and who makes it. */
const notedWrite = (operation: Operation): NotedWrite[] => {
  const entityType = givenValue(operation, 'entityType')
  const isKnown = typeof entityType === 'string' && givenValue(operation, 'origin') !== undefined
  return isKnown ? [{ entityType, item: shortName(keyOf(operation)) }] : []
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
