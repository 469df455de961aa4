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

/** Timeout of a call with all its attempts, in milliseconds: a hanging table causes a 503 within 3 s. */
const callMilliseconds = 2_700

/** Time limit for retrying a write that conflicts with another transaction, in milliseconds. */
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

/** Errors that callers handle; a ValidationException would be a bug. */
const answeredErrors = [
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
]

/** Converts all other errors of a call to a 503. */
const orUnavailable = (error: unknown): unknown => {
  const isAnswered = answeredErrors.some((kind) => error instanceof kind)
  const isOurs = error instanceof Error && error.name === 'ValidationException'
  return isAnswered || isOurs ? error : unavailable(error)
}

type Send<T> = (table: DynamoDBDocumentClient, options: { abortSignal: AbortSignal }) => Promise<T>

/** Sends one call, with all its attempts. Throws 503 if the table is busy, unavailable or too slow. */
export const sendRead = async <T>(send: Send<T>): Promise<T> => {
  try {
    return await withDeadline(callMilliseconds, (options) => send(table(), options))
  } catch (error) {
    throw orUnavailable(error)
  }
}

/**
 * Sends a call that writes, after the session of the request is confirmed (authentication.ts; throws 401 if it has
 * ended). Retries it for at most 7 s while it conflicts with another transaction, as DynamoDB requires.
 */
export const sendWrite = async <T>(send: Send<T>): Promise<T> => {
  if (isDryRun()) throw new TypeError('A dry run must not write.')
  await requestContext().confirmSession()
  return retryWhile(() => sendRead(send), isTransactionConflict, conflictMilliseconds)
}

/** Returns true if DynamoDB rejected a write because its item would be larger than 400 KB. */
export const isItemTooLarge = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === 'ValidationException' &&
  /^Item size .*exceeded/.test(error.message)

/** Returns true if the condition of a single write did not hold. */
export const isConditionFailed = (error: unknown): boolean => error instanceof ConditionalCheckFailedException

/** Returns the number of attempts of a failed call. */
export const countAttempts = (error: unknown): number =>
  (error as { $metadata?: { attempts?: number } }).$metadata?.attempts ?? 1

/** Returns true if a transaction was rejected. */
export const isCanceled = (error: unknown): error is TransactionCanceledException =>
  error instanceof TransactionCanceledException

/** Returns the reasons for the rejection of a transaction, one for each write. */
export const cancellationReasons = (error: unknown): CancellationReason[] =>
  isCanceled(error) ? (error.CancellationReasons ?? []) : []

const isTransactionConflict = (error: unknown) =>
  error instanceof TransactionConflictException ||
  (cancellationReasons(error).some(({ Code }) => Code === 'TransactionConflict') &&
    !cancellationReasons(error).some(({ Code }) => Code === 'ConditionalCheckFailed'))
