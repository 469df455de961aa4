import { runFunction } from '../../invocation/invocation.ts'
import { log } from '../../platform/runtime/log.ts'
import { stillRunningCode } from '../../platform/http/idempotency-record.ts'
import { Problem } from '../../platform/runtime/problem.ts'
import { retryWhile } from '../../platform/table/conflict.ts'
import type { StoredMessage } from '../message.ts'
import { truncate } from './limits.ts'
import type { ReplyContext } from './context.ts'
import { findEffect } from './tool-call-view.ts'
import type { StepCall } from './step.ts'

/** What is kept of the sentence that says why a call failed: a model may have made up what it names. */
const maxErrorCharacters = 300

const failure = (error: string): NonNullable<StepCall['outcome']> => ({
  result: null,
  error: error.slice(0, maxErrorCharacters).toWellFormed(),
})

/** What comes of a call that the asker has refused. */
export const refusal = failure('The person who asked refused this call.')

/** What passes is waited for, for so many milliseconds. */
const retryMilliseconds = 5_000

const isTransient = (error: unknown) =>
  error instanceof Problem && (error.status === 503 || error.code === stillRunningCode)

/**
 * Makes a call with the rights of who asked, as their own request: the same checks and errors. Only what was
 * offered to the model can be called. The key of the call makes that it is done once, should the reply be
 * gone on with by another. Of the result, `room` bytes are kept. Throws 503 when nobody knows yet whether
 * something was changed.
 */
export const runCall = async (
  { id, call }: StepCall,
  reply: StoredMessage,
  { asker, functions }: ReplyContext,
  room: number,
): Promise<NonNullable<StepCall['outcome']>> => {
  if (!functions.some(({ name }) => name === call.name))
    return failure(`There is no function "${call.name}" for this assistant.`)
  try {
    const headers = { 'idempotency-key': `reply#${reply.id}#${id}` }
    const caller = { headers, address: '', actor: asker }
    const result = await retryWhile(
      () => runFunction(call.name, call.arguments, caller),
      isTransient,
      retryMilliseconds,
    )
    return { result: truncate(result, room), error: null }
  } catch (error) {
    const isRead = findEffect(call.name) === 'read'
    if (error instanceof Problem && error.status === 503 && !isRead) throw error
    if (error instanceof Problem) return failure(error.message)
    log.error('function call failed', error, { function: call.name })
    return failure('Something went wrong on our side.')
  }
}
