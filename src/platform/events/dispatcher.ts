import { entityTypeOf } from '../table/former-layout.ts'
import { isRestored, type Item } from '../table/operation.ts'
import type { QueueMessage } from './queue.ts'
import { sendToQueues } from './sqs.ts'
import { imagesOf, streamFunction } from './stream-function.ts'

/** A thing before and after a change; undefined before it was made and after it was removed. */
export interface StreamChange<T> {
  before: T | undefined
  after: T | undefined
  /** It lay in the trash and has come back: nobody is told of it as of a new one. */
  isRestored?: boolean
}

/** Handles changes of the things of one entity. */
export interface ChangeHandler {
  entityType: string
  handle: (before: Item | undefined, after: Item | undefined) => Promise<QueueMessage[]>
}

/**
 * Runs `handle` after a thing of `entity` has changed; it makes writes, or returns messages to send. It may
 * run more than once for a change, so it must be idempotent.
 */
export const onChange = <T>(
  entity: { name: string; isInternal: boolean; read: (item: Item) => T },
  handle: (change: StreamChange<T>) => QueueMessage[] | Promise<QueueMessage[]>,
): ChangeHandler => {
  if (entity.isInternal) throw new TypeError(`Changes of ${entity.name} never come here.`)
  return {
    entityType: entity.name,
    handle: async (before, after) =>
      handle({
        before: before && entity.read(before),
        after: after && entity.read(after),
        isRestored: !before && isRestored(after),
      }),
  }
}

/**
 * The Lambda function that runs the handlers of changes behind the table's stream. Messages go when all handlers of a
 * change are done.
 */
export const dispatcher = (loadHandlers: () => Promise<ChangeHandler[]>) => {
  let loading: Promise<ChangeHandler[]> | undefined
  return streamFunction(async (record) => {
    const { before, after } = imagesOf(record)
    const entityType = entityTypeOf(after ?? before)
    const handlers = (await (loading ??= loadHandlers())).filter(
      (handler) => handler.entityType === entityType,
    )
    const messages: QueueMessage[] = []
    for (const { handle } of handlers) messages.push(...(await handle(before, after)))
    await sendToQueues(messages)
  })
}
