import { HttpReply } from './exchange/http-reply.ts'
import { doneBefore, hasWritten, thingsWritten } from '../table/idempotent-write.ts'
import { log } from '../runtime/log.ts'
import { invalid, Problem } from '../runtime/problem.ts'
import { newReplay, requestContext } from '../runtime/request-context.ts'
import type { Incoming } from './request/endpoint-request.ts'
import { successStatuses } from './spec-rules.ts'
import type { Spec } from './spec.ts'
import { serialize } from './answer/serializer.ts'
import {
  claim,
  hash,
  idempotencyRecords,
  keepAnswer,
  replayedAnswer,
  type IdempotencyRecord,
} from './idempotency-record.ts'

/** Reports writes of earlier attempts to the observer of the request, if any. */
const observeEarlier = async ({ seed }: IdempotencyRecord, first = 0): Promise<void> => {
  const { things } = requestContext().observer ?? {}
  if (things) things.push(...(await thingsWritten(seed, first)))
}

/** Runs the work of a request so that it can be retried; a failure leaves the record to the next attempt. */
const runAttempt = async <T>(record: IdempotencyRecord, work: () => Promise<T>): Promise<T> => {
  const replay = newReplay(record.seed, record.started_at)
  const context = requestContext()
  const isRepeated = record.version > 1
  const workUnderKey = async () => {
    context.replay = replay
    try {
      return await work()
    } finally {
      delete context.replay
      if (isRepeated) await observeEarlier(record, replay.written)
    }
  }
  return workUnderKey().catch(async (error: unknown) => {
    const isRefusal = error instanceof Problem && error.status < 500 && error.code !== doneBefore.code
    // the record of executed writes must stay, or the next retry would execute them a second time
    const isFree = isRefusal && !(isRepeated && (await hasWritten(record.seed)))
    await (isFree
      ? idempotencyRecords.remove(record)
      : idempotencyRecords.update(record, { leased_until: 0 }))
    throw error
  })
}

/** Returns the part of a response to store: secrets that are shown once become null. */
const kept = ({ shownOnce = [] }: Spec, body: unknown): unknown =>
  shownOnce.length === 0
    ? body
    : { ...(body as object), ...Object.fromEntries(shownOnce.map((field) => [field, null])) }

/** Stores the response for a retry. */
const keep = async (spec: Spec, record: IdempotencyRecord, key: string, reply: HttpReply<unknown>) => {
  // a retry of a streamed response returns JSON
  const headers = reply.stream ? {} : reply.headers
  const answer = { body: spec.response && serialize(spec.response, kept(spec, reply.body)), headers }
  await keepAnswer(record, key, reply.status ?? (successStatuses(spec)[0] as number), answer).catch(
    (error: unknown) => log.error('storing a response for its Idempotency-Key failed', error),
  )
}

/**
 * Runs `work` once per `Idempotency-Key`, caller, method and path. A retry within 24 h gets the same response with
 * `Idempotency-Replayed: true`; a different body is a 422, a retry while the first request runs is a 409. Only
 * complete successes are stored. A retry of an interrupted request runs with the same IDs, times and tokens, so that
 * nothing is created twice.
 */
export const runOnce = async <T>(
  spec: Spec,
  { actor, params, body, header }: Incoming<unknown, unknown, unknown, { id: string } | undefined>,
  work: () => Promise<T | HttpReply<T>>,
): Promise<T | HttpReply<T>> => {
  const key = header('idempotency-key') ?? ''
  if (key.length < 1 || key.length > 255) throw invalid('Idempotency-Key', 'must have 1 to 255 characters')
  // the table stores only a hash of the key, so the body's hash cannot be used to guess a password in the body
  const record = await claim(hash(actor?.id, spec.method, spec.path, params, key), hash(key, body))
  if (record.status !== null) {
    await observeEarlier(record)
    return replayedAnswer<T>(record, key)
  }
  const given = await runAttempt(record, work)
  const reply = given instanceof HttpReply ? given : new HttpReply<unknown>(given)
  await (reply.isPartial
    ? idempotencyRecords.update(record, { leased_until: 0 })
    : keep(spec, record, key, reply))
  return given
}
