import { IdempotentParameterMismatchException, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import {
  DeleteCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { attemptsOf, isConditionFailed, sendRead, reasonsOf, sendWrite } from './client.ts'
import { doneBefore, withWriteMarker } from './write-marker.ts'
import { environment } from '../runtime/environment.ts'
import { withCounters } from './former-layout.ts'
import { getItems } from './batch-get.ts'
import { newId } from '../runtime/id.ts'
import { unavailable, type Problem } from '../runtime/problem.ts'
import { requestContext } from '../runtime/request-context.ts'
import { ConflictError } from './conflict.ts'
import type { Item, Key, Operation } from './operation.ts'

/** One page of a Query: at most 1 MB of items, and where to go on. */
export const queryItems = async (query: Omit<QueryCommandInput, 'TableName'>) => {
  const answer = await sendRead((table, options) =>
    table.send(new QueryCommand({ TableName: environment.tableName, ...query }), options),
  )
  return {
    items: (answer.Items ?? []) as Item[],
    last: answer.LastEvaluatedKey as Item | undefined,
    count: answer.Count ?? 0,
  }
}

/**
 * Makes one write. Throws its `otherwise`, or {@link ConflictError}, when its condition does not hold; 503 when
 * nobody can tell
 * whether it was made before its answer was lost and others changed the item again.
 */
export const writeItem = async ({ write, otherwise, before }: Operation): Promise<void> => {
  const { Put, Update, Delete } = write
  const isCopy = Put && !Put.ConditionExpression // which may be put again
  if (requestContext().replay && !isCopy) return transact([{ write, otherwise }])
  let isRepeated = false
  try {
    const send: Parameters<typeof sendWrite>[0] = async (table, options) => {
      try {
        if (Put) return await table.send(new PutCommand(Put), options)
        if (Update) return await table.send(new UpdateCommand(Update), options)
        if (Delete) return await table.send(new DeleteCommand(Delete), options)
      } catch (error) {
        isRepeated ||= attemptsOf(error) > 1
        throw error
      }
      throw new TypeError('A condition alone is no write.')
    }
    await withCounters([Update?.Key as Key | undefined], () => sendWrite(send))
  } catch (error) {
    if (isRepeated && isConditionFailed(error) && (await isOvertaken(Update, before)))
      throw unavailable(error)
    staleOr(otherwise)(error)
  }
}

/**
 * Whether an update of a version may lie below what the item is by now; where only one was made since, it is
 * not ours.
 */
const isOvertaken = async (
  update: Operation['write']['Update'],
  before: number | undefined,
): Promise<boolean> => {
  if (before === undefined) return false
  const [item] = await getItems([update?.Key as Key])
  return (item?.['version'] as number) > before + 1
}

const staleOr = (otherwise: Problem | undefined) => (error: unknown) => {
  throw isConditionFailed(error) ? (otherwise ?? new ConflictError()) : error
}

/**
 * Makes one update, which may be made twice, and gives the item before it. Throws {@link ConflictError} when it is
 * refused.
 */
export const updateItem = async (update: NonNullable<Operation['write']['Update']>): Promise<Item> => {
  const command = { ...update, ReturnValues: 'ALL_OLD' as const }
  const answer = await withCounters([update.Key as Key], () =>
    sendWrite((table, options) => table.send(new UpdateCommand(command), options)),
  ).catch(staleOr(undefined))
  return answer.Attributes as Item
}

/**
 * Makes up to 99 writes (of DynamoDB's 100 one may be a marker) together or not at all, once also when an
 * answer is lost. Throws the `otherwise` of the first whose condition does not hold, or {@link ConflictError}.
 */
export const transact = async (operations: Operation[]): Promise<void> => {
  const ClientRequestToken = newId()
  try {
    await withWriteMarker(operations, async (all) => {
      const TransactItems = all.map(({ write }) => write)
      const command = new TransactWriteCommand({ TransactItems, ClientRequestToken })
      const keys = all.map(({ write }) => write.Update?.Key as Key | undefined)
      await withCounters(keys, () => sendWrite((table, options) => table.send(command, options)))
    })
  } catch (error) {
    const failed = reasonsOf(error).findIndex(({ Code }) => Code === 'ConditionalCheckFailed')
    if (failed >= 0) throw operations[failed]?.otherwise ?? new ConflictError()
    if (error instanceof IdempotentParameterMismatchException) throw doneBefore()
    throw error instanceof TransactionCanceledException ? unavailable(error) : error
  }
}
