import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
  type CancellationReason,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { requestHandler, withDeadline } from '../aws/deadline.ts'
import { logger } from '../aws/logger.ts'
import { retries } from '../aws/retries.ts'
import { unavailable } from '../runtime/problem.ts'
import { isDryRun, requestContext } from '../runtime/request-context.ts'
import { retryWhile } from './conflict.ts'

let client: DynamoDBDocumentClient | undefined

/** How long a call may take in all its attempts, in milliseconds: a table that hangs is a 503 within 3 s. */
const callMilliseconds = 2_700

/** How long a write is repeated that crosses with a transaction of others, in milliseconds. */
const conflictMilliseconds = 7_000

const table = () =>
  (client ??= DynamoDBDocumentClient.from(
    new DynamoDBClient({
      ...retries(5),
      logger,
      requestHandler: requestHandler(1_200),
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  ))

/** Errors that say something to the caller; ValidationException would be a mistake of ours. */
const answeredErrors = [
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
]

/** Any other error of a call is a table that is busy, gone or too slow. */
const orUnavailable = (error: unknown): unknown => {
  const isAnswered = answeredErrors.some((kind) => error instanceof kind)
  const isOurs = error instanceof Error && error.name === 'ValidationException'
  return isAnswered || isOurs ? error : unavailable(error)
}

type Send<T> = (table: DynamoDBDocumentClient, options: { abortSignal: AbortSignal }) => Promise<T>

/** Makes one call, with all its attempts. Throws 503 when the table is busy, gone or too slow. */
export const sendRead = async <T>(send: Send<T>): Promise<T> => {
  try {
    return await withDeadline(callMilliseconds, (options) => send(table(), options))
  } catch (error) {
    throw orUnavailable(error)
  }
}

/**
 * Makes a call that writes: not before the session of the request is confirmed (authentication.ts; throws 401 when it
 * has ended), and again, for at most 7 s, while it conflicts with a transaction of others, as DynamoDB wants it.
 */
export const sendWrite = async <T>(send: Send<T>): Promise<T> => {
  if (isDryRun()) throw new TypeError('A dry run writes nothing.')
  await requestContext().confirmSession()
  return retryWhile(() => sendRead(send), isTransactionConflict, conflictMilliseconds)
}

/** Whether a write was refused since its item would be larger than the 400 KB of DynamoDB. */
export const isItemTooLarge = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === 'ValidationException' &&
  /^Item size .*exceeded/.test(error.message)

/** Whether the condition of a single write did not hold. */
export const isConditionFailed = (error: unknown): boolean => error instanceof ConditionalCheckFailedException

/** How often a call was made that failed in the end. */
export const attemptsOf = (error: unknown): number =>
  (error as { $metadata?: { attempts?: number } }).$metadata?.attempts ?? 1

/** Whether a transaction was refused. */
export const isCanceled = (error: unknown): error is TransactionCanceledException =>
  error instanceof TransactionCanceledException

/** Why a transaction was refused, by its writes. */
export const reasonsOf = (error: unknown): CancellationReason[] =>
  isCanceled(error) ? (error.CancellationReasons ?? []) : []

const isTransactionConflict = (error: unknown) =>
  error instanceof TransactionConflictException ||
  (reasonsOf(error).some(({ Code }) => Code === 'TransactionConflict') &&
    !reasonsOf(error).some(({ Code }) => Code === 'ConditionalCheckFailed'))
