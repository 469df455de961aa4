import { randomUUID } from 'node:crypto'
import { countAttempts, isCanceled, isConditionFailed, cancellationReasons, sendWrite } from './client.ts'
import * as commands from './commands.ts'
import { withWriteMarker } from './idempotent-write.ts'
import { getItems } from './batch/batch-get.ts'
import { toTombstones } from './tombstone.ts'
import { isDryRun, requestContext } from '../runtime/request-context.ts'
import { ConflictError } from './conflict.ts'
import { toTransactItem, toUpdateInput } from './expression.ts'
import { observed, type Item, type Operation, type Update } from './operation.ts'
import { type Problem, unavailable } from '../runtime/problem.ts'

/**
 * Performs one write. Throws its `otherwise`, or {@link ConflictError}, if its condition does not hold; throws 503 if
 * the outcome is unknown because the response was lost and the item has changed since.
 */
export const writeItem = async (operation: Operation): Promise<void> => {
  const isCopy = 'put' in operation && !operation.require // safe to repeat
  const isTogether = (requestContext().replay && !isCopy) || toTombstones([operation]).length > 0
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
        isRepeated ||= countAttempts(error) > 1
        throw error
      }
      throw new TypeError('A write must not be a condition alone.')
    }
    await sendWrite(send)
  } catch (error) {
    if (isRepeated && isConditionFailed(error) && (await isOvertaken(operation))) throw unavailable(error)
    staleOr(operation.otherwise)(error)
  }
}

/** Performs one write by itself, several in a transaction. */
export const writeTogether = async (operations: Operation[]): Promise<void> => {
  const [only, ...others] = operations
  await (only && others.length === 0 ? writeItem(only) : transact(operations))
}

/**
 * Performs an unconditional put so that a late repetition does not overwrite newer puts. Throws 409 if the same
 * `Idempotency-Key` has already put different content.
 */
export const writeOnce = (put: Operation): Promise<void> =>
  requestContext().replay ? transact([put]) : writeItem(put)

/**
 * Returns true if the current version may be based on this update; a version that directly follows `before` comes from
 * another writer.
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
 * Performs one update, possibly twice if a response is lost, and returns the previous item. Throws its `otherwise`, or
 * {@link ConflictError}, if its condition does not hold.
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

/** Maximum number of writes in `transact`: of DynamoDB's 100, one may be a marker and one a tombstone. */
export const maxWritesTogether = 98

/**
 * Performs up to {@link maxWritesTogether} writes in one transaction, only once even if a response is lost. Throws the
 * `otherwise` of the first write whose condition does not hold, or {@link ConflictError}.
 */
export const transact = (operations: Operation[]): Promise<void> =>
  observed(operations, () => sendTransaction(operations))

const sendTransaction = async (operations: Operation[]): Promise<void> => {
  // a new token for each attempt: a marker detects repeated requests, whose writes have another origin
  const ClientRequestToken = randomUUID()
  try {
    await withWriteMarker(operations, async (all) => {
      const TransactItems = [...all, ...toTombstones(all)].map(toTransactItem)
      const command = commands.transactWrite({ TransactItems, ClientRequestToken })
      await sendWrite((table, options) => table.send(command, options))
    })
  } catch (error) {
    const failed = cancellationReasons(error).findIndex(({ Code }) => Code === 'ConditionalCheckFailed')
    if (failed >= 0) throw operations[failed]?.otherwise ?? new ConflictError()
    throw isCanceled(error) ? unavailable(error) : error
  }
}
