import { HttpReply } from './answer/http-reply.ts'
import { doneBefore, hasWritten } from '../table/write-marker.ts'
import { markedWrites } from '../table/marked-writes.ts'
import { log } from '../runtime/log.ts'
import { invalid, Problem } from '../runtime/problem.ts'
import { isDryRun, replayOf, requestContext } from '../runtime/request-context.ts'
import type { Incoming } from './request/incoming.ts'
import { statusesOf, type Spec } from './spec.ts'
import { serialize } from './answer/serializer.ts'
import {
  claim,
  hash,
  idempotencyRecords,
  keepAnswer,
  replayedAnswer,
  type IdempotencyRecord,
} from './idempotency-record.ts'

/** Where a request is to tell what it writes, also what attempts before this one have written. */
const noteEarlier = async ({ seed }: IdempotencyRecord, first = 0): Promise<void> => {
  const { writes } = requestContext()
  if (writes) writes.push(...(await markedWrites(seed, first)))
}

/**
 * Runs `work` once per `Idempotency-Key`, caller, method and path. A retry within 24 h gets the same response
 * with `Idempotency-Replayed: true`; a different body is a 422, a retry while the first request runs is a
 * 409. Only successes are kept; a request that was cut off runs again with the same ids, times and tokens, so
 * that nothing is created twice.
 */
export const runOnce = async <T>(
  spec: Spec,
  { actor, params, body, header }: Incoming<unknown, unknown, unknown, { id: string } | undefined>,
  work: () => Promise<T | HttpReply<T>>,
): Promise<T | HttpReply<T>> => {
  const key = header('idempotency-key')
  if (key === undefined || isDryRun()) return work()
  if (key.length < 1 || key.length > 255) throw invalid('Idempotency-Key', 'must have 1 to 255 characters')
  // the key, of which the table has no more than a hash, keeps a password in the body from being guessed by its hash
  const record = await claim(hash(actor?.id, spec.method, spec.path, params, key), hash(key, body))
  if (record.status !== null) {
    await noteEarlier(record)
    return replayedAnswer<T>(record, key)
  }
  const replay = replayOf(record.seed, record.started_at)
  requestContext().replay = replay
  const isRepeated = record.version > 1
  const attempt = async () => {
    try {
      return await work()
    } finally {
      if (isRepeated) await noteEarlier(record, replay.written)
    }
  }
  const given = await attempt().catch(async (error: unknown) => {
    delete requestContext().replay
    const isRefusal = error instanceof Problem && error.status < 500 && error.code !== doneBefore.code
    // what was carried out before must stay known, or the next repetition would make it a second time
    const isOver = isRefusal && !(isRepeated && (await hasWritten(record.seed)))
    await (isOver
      ? idempotencyRecords.remove(record)
      : idempotencyRecords.update(record, { leased_until: 0 }))
    throw error
  })
  delete requestContext().replay
  const reply = given instanceof HttpReply ? given : new HttpReply<T>(given)
  // what is streamed the first time is given as JSON from then on
  const headers = reply.stream ? {} : reply.headers
  const answer = { body: spec.response && serialize(spec.response, reply.body), headers }
  await keepAnswer(record, key, reply.status ?? (statusesOf(spec)[0] as number), answer).catch(
    (error: unknown) => log.error('storing a response for its Idempotency-Key failed', error),
  )
  return given
}
