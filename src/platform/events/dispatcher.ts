import type { DynamoDBRecord } from 'aws-lambda'
import { log } from '../runtime/log.ts'
import { originOfChange, type Origin } from '../runtime/origin.ts'
import { isRestored, type Item } from '../table/operation.ts'
import type { QueueMessage } from './message-kind.ts'
import { trySend } from './sqs.ts'
import { itemImages, streamFunction } from './stream-function.ts'

/** A record before and after a change; undefined before its creation and after its removal. */
export interface StreamChange<T> {
  before: T | undefined
  after: T | undefined
  /** The record after the change; before its removal if it was removed. */
  record: T
  /** True if the record was restored from the trash, so that nobody is notified of it as new. */
  isRestored?: boolean
  /** Origin of the change; undefined for changes without an actor, and for a removal. */
  origin?: Origin | undefined
}

/** Handler of changes of one entity. */
export interface ChangeHandler {
  entityType: string
  handle: (before: Item | undefined, after: Item | undefined) => Promise<QueueMessage[]>
}

/**
 * Creates a handler that runs `handle` after a record of `entity` has changed. `handle` writes, or returns messages to
 * enqueue. It may run more than once for a change, so it must be idempotent.
 */
export const onChange = <T>(
  entity: { name: string; isInternal: boolean; read: (item: Item) => T },
  handle: (change: StreamChange<T>) => QueueMessage[] | Promise<QueueMessage[]>,
): ChangeHandler => {
  if (entity.isInternal) throw new TypeError(`Changes of ${entity.name} are never dispatched.`)
  return {
    entityType: entity.name,
    handle: async (oldItem, newItem) => {
      const [before, after] = [oldItem && entity.read(oldItem), newItem && entity.read(newItem)]
      return handle({
        before,
        after,
        record: (after ?? before) as T,
        isRestored: !oldItem && isRestored(newItem),
        origin: newItem && originOfChange(oldItem, newItem),
      })
    },
  }
}

/** Rows or scheduled messages that follow from the records of an entity. */
export interface Derived<T> {
  sync: (
    before: T | undefined,
    after: T | undefined,
    read: () => Promise<T | undefined>,
  ) => Promise<QueueMessage[] | void>
}

/** Creates a handler that keeps derived rows or scheduled messages in step with the records of `entity`. */
export const onSync = <T>(
  entity: Parameters<typeof onChange<T>>[0] & { find: (ids: T) => Promise<T | undefined> },
  ...derived: Derived<T>[]
): ChangeHandler =>
  onChange(entity, async ({ before, after, record }) => {
    const late = derived.map(({ sync }) => sync(before, after, () => entity.find(record)))
    return (await Promise.all(late)).flatMap((messages) => messages ?? [])
  })

/** Returns the distinct messages that follow from changes, each with those changes. */
const messageCauses = (changes: ReadonlyMap<DynamoDBRecord, QueueMessage[]>) => {
  const causes = new Map<string, { message: QueueMessage; records: DynamoDBRecord[] }>()
  for (const [record, messages] of changes)
    for (const message of messages) {
      const name = JSON.stringify(message)
      const { records } = causes.get(name) ?? { records: [] }
      causes.set(name, { message, records: [...records, record] })
    }
  return [...causes.values()]
}

/**
 * Enqueues the messages that follow from changes. Returns the changes whose messages may not all have been enqueued.
 */
const sendAll = async (changes: ReadonlyMap<DynamoDBRecord, QueueMessage[]>): Promise<DynamoDBRecord[]> => {
  const causes = messageCauses(changes)
  const unsent = await trySend(causes.map(({ message }) => message))
  for (const { messages, error } of unsent)
    log.error('messages were not sent', error, { queue: messages[0]?.queue, count: messages.length })
  const lost = new Set(unsent.flatMap(({ messages }) => messages))
  return causes.flatMap(({ message, records }) => (lost.has(message) ? records : []))
}

/**
 * Creates the Lambda function that runs change handlers on the table's stream. It enqueues messages after all changes
 * of the batch, in as few calls of SQS as possible; equal messages, such as for a document that several changes made
 * stale, are enqueued once.
 */
export const dispatcher = (loadHandlers: () => Promise<ChangeHandler[]>) => {
  let loading: Promise<ChangeHandler[]> | undefined
  return streamFunction(async (record) => {
    const { before, after } = itemImages(record)
    const entityType = (after ?? before)?.['entityType']
    const handlers = (await (loading ??= loadHandlers())).filter(
      (handler) => handler.entityType === entityType,
    )
    const messages: QueueMessage[] = []
    for (const { handle } of handlers) messages.push(...(await handle(before, after)))
    return messages
  }, sendAll)
}
