import { createHash } from 'node:crypto'
import * as z from '../schema/schema.ts'
import { HttpReply, type OutgoingHeaders } from './exchange/http-reply.ts'
import { entity, type ThingOf } from '../table/entity.ts'
import { keyEnd } from '../runtime/request-context.ts'
import { newId } from '../runtime/id.ts'
import { invalid, problem } from '../runtime/problem.ts'
import { seal, unseal } from '../runtime/seal.ts'
import { writeItem } from '../table/table.ts'
import { newStoredText, readLargeText, StoredText, storeLargeText } from '../table/large-text.ts'
import { epochSeconds } from '../runtime/time.ts'

/** Time in seconds that a request may run before a retry may take over its record. */
const leaseSeconds = 30

/**
 * The outcome of a request with an `Idempotency-Key`. The IDs that the request creates are derived from `seed`, also in
 * a retry.
 */
export const idempotencyRecords = entity({
  name: 'request.idempotency_key',
  isInternal: true,
  schema: z.object({
    id: z.string(),
    seed: z.string(),
    started_at: z.int(),
    body_hash: z.string(),
    leased_until: z.int(),
    status: z.orNull(z.int()),
    /** The response, compressed and sealed: inline, or as a text beside the record if it is long. */
    answer: z.orNull(z.string()),
    text: z.orNull(StoredText),
    /**
     * Number of chunks of a long response that the previous release stored, readable for the day that its key is valid.
     */
    chunks: z.int().default(0),
    version: z.int(),
  }),
  key: ({ id }: { id: string }) => ({ pk: `idempotency#${id}`, sk: 'record' }),
  expires: ({ started_at }) => keyEnd(started_at),
})

export type IdempotencyRecord = ThingOf<typeof idempotencyRecords>

/** Maximum length of a packed response stored in the record itself. */
const inlineCharacters = 200_000

export const hash = (...parts: unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** 409: the first request is still running. */
export const stillRunning = problem('request.still_running', 409, {
  wording: {
    detail: 'A request with this Idempotency-Key is still running.',
    retryAfter: 1,
  },
})

/**
 * Claims the record of a request: a new one, or one whose request was interrupted. Returns the finished record
 * unclaimed if it has a response.
 */
export const claim = async (id: string, body_hash: string) => {
  const fresh = () => ({
    seed: newId(),
    started_at: Date.now(),
    body_hash,
    leased_until: epochSeconds() + leaseSeconds,
  })
  const before = await idempotencyRecords.find({ id })
  if (!before) return idempotencyRecords.create(idempotencyRecords.make({ id, ...fresh() }), stillRunning())
  const isOver = keyEnd(before.started_at) < epochSeconds()
  if (!isOver && before.body_hash !== body_hash)
    throw invalid('Idempotency-Key', 'was used with a different body within the last 24 hours')
  if (!isOver && before.status !== null) return before
  if (!isOver && before.leased_until > epochSeconds()) throw stillRunning()
  const taken = isOver
    ? { ...fresh(), status: null, answer: null, text: null }
    : { leased_until: fresh().leased_until }
  return idempotencyRecords.update(before, (current) => {
    if (current.version !== before.version) throw stillRunning()
    return taken
  })
}

const recordPartition = (record: { id: string }) => idempotencyRecords.keyOf(record).pk

/**
 * Stores the response of a request. It may hold a secret, such as a link, so it is sealed with the key; the table
 * stores only a hash of the key.
 */
export const keepAnswer = async (record: IdempotencyRecord, key: string, status: number, answer: object) => {
  const { gzipSync } = await import('node:zlib')
  const packed = seal(key, gzipSync(JSON.stringify(answer)), record.id).toString('base64')
  if (packed.length <= inlineCharacters)
    return writeItem(idempotencyRecords.toUpdate(record, { status, answer: packed }))
  const text = newStoredText(packed)
  // before the record, in writes of its own: the text may be longer than the 4 MB of a transaction
  await storeLargeText(recordPartition(record), text, packed, keyEnd(record.started_at))
  await writeItem(idempotencyRecords.toUpdate(record, { status, text }))
}

export const replayedAnswer = async <T>(record: IdempotencyRecord, key: string): Promise<HttpReply<T>> => {
  const { gunzipSync } = await import('node:zlib')
  const { id, chunks } = record.text ?? { id: 'answer', chunks: record.chunks }
  const packed = record.answer ?? (await readLargeText(recordPartition(record), id, chunks))
  const text = gunzipSync(unseal(key, Buffer.from(packed, 'base64'), record.id)).toString()
  const { body, headers } = JSON.parse(text) as { body: T; headers: OutgoingHeaders }
  return new HttpReply(body, {
    status: record.status as number,
    headers: { ...headers, 'Idempotency-Replayed': 'true' },
  })
}
