import { randomUUID } from 'node:crypto'
import { attemptsOf, isCanceled, isConditionFailed, reasonsOf, sendWrite } from './client.ts'
import * as commands from './commands.ts'
import { withWriteMarker } from './idempotent-write.ts'
import { getItems } from './batch/batch-get.ts'
import { tombstonesOf } from './tombstone.ts'
import { isDryRun, requestContext } from '../runtime/request-context.ts'
import { ConflictError } from './conflict.ts'
import { toTransactItem, toUpdateInput } from './expression.ts'
import type { Item, Operation, Update } from './operation.ts'
import { type Problem, unavailable } from '../runtime/problem.ts'

/** Makes writes by `send`, seen by anyone who observes the request; in a dry run nothing is sent. */
export const observed = async (operations: Operation[], send: () => Promise<unknown>): Promise<void> => {
  const { observer } = requestContext()
  await (observer ? observer.observe(operations, send) : send())
}

/**
 * Makes one write. Throws its `otherwise`, or {@link ConflictError}, when its condition does not hold; 503 when it is
 * unknown whether the write succeeded: its response was lost, and others have changed the item since.
 */
export const writeItem = async (operation: Operation): Promise<void> => {
  const isCopy = 'put' in operation && !operation.require // which may be put again
  const isTogether = (requestContext().replay && !isCopy) || tombstonesOf([operation]).length > 0
  if (isTogether) return transact([operation])
  return observed([operation], () => sendItem(operation))
}

const sendItem = async (operation: Operation): Promise<void> => {
  const { Put, Update, Delete } = toTransactItem(operation)
  let isRepeated = false
  try {
    const send: Parameters<typeof sendWrite>[0] = async (table, options) => {
      try {
        if (Put) return await table.send(commands.put(Put), options)
        if (Update) return await table.send(commands.update(Update), options)
        if (Delete) return await table.send(commands.remove(Delete), options)
      } catch (error) {
        isRepeated ||= attemptsOf(error) > 1
        throw error
      }
      throw new TypeError('A condition alone is no write.')
    }
    await sendWrite(send)
  } catch (error) {
    if (isRepeated && isConditionFailed(error) && (await isOvertaken(operation))) throw unavailable(error)
    staleOr(operation.otherwise)(error)
  }
}

/** Makes one write by itself, several in a transaction. */
export const writeTogether = async (operations: Operation[]): Promise<void> => {
  const [only, ...others] = operations
  await (only && others.length === 0 ? writeItem(only) : transact(operations))
}

/**
 * Makes a put without conditions that is not to be repeated late over what others have put since. Throws 409
 * when it was made before, under the same `Idempotency-Key`, with another content.
 */
export const writeOnce = (put: Operation): Promise<void> =>
  requestContext().replay ? transact([put]) : writeItem(put)

/**
 * Whether the present version may have been made on top of this update; a version that directly follows
 * `before` was made by someone else.
 */
const isOvertaken = async (operation: Operation): Promise<boolean> => {
  if (!('before' in operation) || operation.before === undefined) return false
  const [item] = await getItems([operation.key])
  return (item?.['version'] as number) > operation.before + 1
}

const staleOr = (otherwise: Problem | undefined) => (error: unknown) => {
  throw isConditionFailed(error) ? (otherwise ?? new ConflictError()) : error
}

/**
 * Makes one update, possibly twice when a response is lost, and returns the previous item. Throws
 * {@link ConflictError} when its condition does not hold.
 */
export const updateItem = async (update: Update): Promise<Item> => {
  let previous = isDryRun() ? (await getItems([update.key]))[0] : undefined
  await observed([update], async () => {
    const command = commands.update({ ...toUpdateInput(update), ReturnValues: 'ALL_OLD' })
    const answer = await sendWrite((table, options) => table.send(command, options)).catch(
      staleOr(update.otherwise),
    )
    previous = answer.Attributes as Item
  })
  return previous as Item
}

/** How many writes `transact` makes together: of DynamoDB's 100 one may be a marker, and one a tombstone. */
export const maxWritesTogether = 98

/**
 * Makes up to {@link maxWritesTogether} writes together or not at all, once also when an answer is lost. Throws the
 * `otherwise` of the first whose condition does not hold, or {@link ConflictError}.
 */
export const transact = (operations: Operation[]): Promise<void> =>
  observed(operations, () => sendTransaction(operations))

const sendTransaction = async (operations: Operation[]): Promise<void> => {
  // one for each attempt: that a request is repeated says its marker, for its origin is another one by that time
  const ClientRequestToken = randomUUID()
  try {
    await withWriteMarker(operations, async (all) => {
      const TransactItems = [...all, ...tombstonesOf(all)].map(toTransactItem)
      const command = commands.transactWrite({ TransactItems, ClientRequestToken })
      await sendWrite((table, options) => table.send(command, options))
    })
  } catch (error) {
    const failed = reasonsOf(error).findIndex(({ Code }) => Code === 'ConditionalCheckFailed')
    if (failed >= 0) throw operations[failed]?.otherwise ?? new ConflictError()
    throw isCanceled(error) ? unavailable(error) : error
  }
}
