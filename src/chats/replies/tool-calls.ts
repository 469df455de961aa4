import { callEffect } from '../../invocation/call-effect.ts'
import { requireValidArguments, runFunction } from '../../invocation/invocation.ts'
import { log } from '../../platform/runtime/log.ts'
import { stillRunning } from '../../platform/http/idempotency-record.ts'
import { loadHistory } from '../../platform/history/history-registry.ts'
import { Problem } from '../../platform/runtime/problem.ts'
import type { WrittenThing } from '../../platform/runtime/request-context.ts'
import { retryWhile } from '../../platform/table/conflict.ts'
import { thingObserver } from '../../platform/table/write-observer.ts'
import type { StoredMessage } from '../message/message.ts'
import { truncateResult } from './limits.ts'
import type { ReplyContext } from './context.ts'
import type { StepCall } from './step.ts'

/** Maximum length of the reason why a call failed: it may repeat a name that the model made up. */
const maxErrorCharacters = 300

const failure = (error: string): NonNullable<StepCall['outcome']> => ({
  result: null,
  error: error.slice(0, maxErrorCharacters).toWellFormed(),
})

/** Returns the writes of a call that history will record, so that a later undo can check that history is complete. */
const recordedItems = async (things: WrittenThing[]): Promise<string[]> => {
  if (things.length === 0) return []
  const kinds = await loadHistory()
  return things.flatMap(({ entityType, item }) => (kinds.get(entityType)?.isUnrecorded === false ? item : []))
}

/** Fails calls with invalid arguments, so that the model corrects them before anyone must confirm them. */
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

/** Outcome of a call that the asker refused. */
export const refusal = failure('The person who asked refused this call.')

/** Outcome of an approved search; the following step reads it. */
export const letIn: NonNullable<StepCall['outcome']> = { result: null, error: null }

/** Time limit for retries after transient errors (ms). */
const retryMilliseconds = 5_000

const isTransient = (error: unknown) =>
  error instanceof Problem && (error.status === 503 || error.code === stillRunning.code)

/**
 * Runs a call as a request of the asker: with their permissions, and the same checks and errors. Only functions that
 * were offered to the model can be called. The idempotency key makes the call run once if another worker resumes the
 * reply. Keeps `room` bytes of the result. Throws 503 if it is unknown whether the call has changed anything.
 */
export const runCall = async (
  { id, call }: StepCall,
  reply: StoredMessage,
  { asker, functions }: ReplyContext,
  room: number,
): Promise<NonNullable<StepCall['outcome']>> => {
  if (!functions.some(({ name }) => name === call.name))
    return failure(`This assistant has no function named "${call.name}".`)
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
        // a repeated attempt also observes the writes of the previous one
        observer = thingObserver()
        return runFunction(call.name, call.arguments, { ...caller, observer })
      },
      isTransient,
      retryMilliseconds,
    )
    return { result: truncateResult(result, room), error: null, writes: await recordedItems(observer.things) }
  } catch (error) {
    const isRead = callEffect(call.name, call.arguments) === 'read'
    if (error instanceof Problem && error.status === 503 && !isRead) throw error
    if (error instanceof Problem) return failed(error.message)
    log.error('function call failed', error, { function: call.name })
    return failed('An internal error occurred.')
  }
}
