import { runFunction } from '../../invocation/invocation.ts'
import { log } from '../../platform/runtime/log.ts'
import { stillRunningCode } from '../../platform/http/idempotency.ts'
import { Problem } from '../../platform/runtime/problem.ts'
import { retryWhile } from '../../platform/table/conflict.ts'
import type { StoredMessage } from '../message.ts'
import { truncate } from './limits.ts'
import type { ReplyContext } from './context.ts'
import { effectOf } from './tool-call-view.ts'
import type { StepCall } from './step.ts'

/** What is kept of the sentence that says why a call failed: a model may have made up what it names. */
const errorCharacters = 300

const failed = (error: string): NonNullable<StepCall['outcome']> => ({
  result: null,
  error: error.slice(0, errorCharacters).toWellFormed(),
})

/** What comes of a call that the asker has refused. */
export const refused = failed('The person who asked has refused this call.')

/** What passes is waited for, for so many milliseconds. */
const patience = 5_000

const mayPass = (error: unknown) =>
  error instanceof Problem && (error.status === 503 || error.code === stillRunningCode)

/**
 * Makes a call with the rights of who asked, as their own request: the same checks and errors. Only what was
 * offered to the model can be called. The key of the call makes that it is done once, should the reply be
 * gone on with by another. Of the result, `room` bytes are kept. Throws 503 when nobody knows yet whether
 * something was changed.
 */
export const perform = async (
  { id, call }: StepCall,
  reply: StoredMessage,
  { asker, offered }: ReplyContext,
  room: number,
): Promise<NonNullable<StepCall['outcome']>> => {
  if (!offered.some(({ name }) => name === call.name))
    return failed(`There is no function "${call.name}" for this assistant.`)
  try {
    const headers = { 'idempotency-key': `reply#${reply.id}#${id}` }
    const caller = { headers, address: '', actor: asker }
    const result = await retryWhile(() => runFunction(call.name, call.arguments, caller), mayPass, patience)
    return { result: truncate(result, room), error: null }
  } catch (error) {
    const isRead = effectOf(call.name) === 'read'
    if (error instanceof Problem && error.status === 503 && !isRead) throw error
    if (error instanceof Problem) return failed(error.message)
    log.error('a function failed', error, { function: call.name })
    return failed('Something went wrong on our side.')
  }
}
