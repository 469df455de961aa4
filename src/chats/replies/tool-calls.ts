import { effectOfCall } from '../../invocation/call-effect.ts'
import { requireValidArguments, runFunction } from '../../invocation/invocation.ts'
import { log } from '../../platform/runtime/log.ts'
import { stillRunning } from '../../platform/http/idempotency-record.ts'
import { loadHistory } from '../../platform/history/history-registry.ts'
import { Problem } from '../../platform/runtime/problem.ts'
import type { WrittenThing } from '../../platform/runtime/request-context.ts'
import { retryWhile } from '../../platform/table/conflict.ts'
import { thingObserver } from '../../platform/table/write-observer.ts'
import type { StoredMessage } from '../message/message.ts'
import { truncate } from './limits.ts'
import type { ReplyContext } from './context.ts'
import type { StepCall } from './step.ts'

/** What is kept of the sentence that says why a call failed: a model may have made up what it names. */
const maxErrorCharacters = 300

const failure = (error: string): NonNullable<StepCall['outcome']> => ({
  result: null,
  error: error.slice(0, maxErrorCharacters).toWellFormed(),
})

/** Of the writes of a call those which history will know of, by which it is seen later whether it knows all. */
const recordedItems = async (things: WrittenThing[]): Promise<string[]> => {
  if (things.length === 0) return []
  const kinds = await loadHistory()
  return things.flatMap(({ entityType, item }) => (kinds.get(entityType)?.isUnrecorded === false ? item : []))
}

/** Fails calls with invalid arguments, so that the model corrects them before anybody is asked to confirm. */
export const failInvalidCalls = (
  calls: StepCall[],
  { asker, functions }: Pick<ReplyContext, 'asker' | 'functions'>,
): Promise<StepCall[]> =>
  Promise.all(
    calls.map(async (one) => {
      const { call, outcome } = one
      if (outcome || !functions.some(({ name }) => name === call.name)) return one
      const reason = await requireValidArguments(call.name, call.arguments, asker).catch((error: unknown) => {
        if (error instanceof Problem) return error.message
        throw error
      })
      return reason === undefined ? one : { ...one, outcome: failure(reason) }
    }),
  )

/** What comes of a call that the asker has refused. */
export const refusal = failure('The person who asked refused this call.')

/** What comes of the asker's yes to what was found; it is read in the step that follows. */
export const letIn: NonNullable<StepCall['outcome']> = { result: null, error: null }

/** What passes is waited for, for this many milliseconds. */
const retryMilliseconds = 5_000

const isTransient = (error: unknown) =>
  error instanceof Problem && (error.status === 503 || error.code === stillRunning.code)

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
  let observer = thingObserver()
  const failed = async (reason: string) => ({
    ...failure(reason),
    writes: await recordedItems(observer.things),
  })
  try {
    const headers = { 'idempotency-key': `reply#${reply.id}#${id}` }
    const by = { chat_id: reply.chat_id, message_id: reply.id, assistant_id: reply.author.id, call_id: id }
    const origin = { via: 'assistant', reply: by } as const
    const caller = { headers, address: '', actor: asker, origin }
    const result = await retryWhile(
      () => {
        // a repeated attempt observes what the one before has written as well
        observer = thingObserver()
        return runFunction(call.name, call.arguments, { ...caller, observer })
      },
      isTransient,
      retryMilliseconds,
    )
    return { result: truncate(result, room), error: null, writes: await recordedItems(observer.things) }
  } catch (error) {
    const isRead = effectOfCall(call.name, call.arguments) === 'read'
    if (error instanceof Problem && error.status === 503 && !isRead) throw error
    if (error instanceof Problem) return failed(error.message)
    log.error('function call failed', error, { function: call.name })
    return failed('Something went wrong on our side.')
  }
}
