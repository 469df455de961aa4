import { createHash } from 'node:crypto'
import * as z from '../schema/schema.ts'
import { HttpReply, type OutgoingHeaders } from './http-reply.ts'
import { doneBeforeCode, hasWritten } from '../table/write-marker.ts'
import { entity, type ThingOf } from '../table/entity.ts'
import { newId } from '../runtime/id.ts'
import { log } from '../runtime/log.ts'
import { invalid, Problem } from '../runtime/problem.ts'
import { replayOf, requestContext } from '../runtime/request-context.ts'
import { seal, unseal } from '../runtime/seal.ts'
import { statusesOf, type Incoming, type Spec } from './spec.ts'
import { serialize } from './serializer.ts'
import { transact } from '../table/table.ts'
import { countChunks, readText, toStoreText } from '../table/large-text.ts'
import { epochSeconds } from '../runtime/time.ts'

/** How long a key is known, and how long a request may run before another may take it over, in seconds. */
const keptSeconds = 86_400
const leaseSeconds = 30

/** What came of a request with an `Idempotency-Key`. `seed` is what its ids are made from, also when it is repeated. */
const records = entity({
  name: 'request.idempotency_key',
  isInternal: true,
  schema: z.object({
    id: z.string(),
    seed: z.string(),
    started_at: z.int(),
    body_hash: z.string(),
    leased_until: z.int(),
    status: z.int().nullable().default(null),
    /** The answer, packed and sealed: here, or when it is long in this many chunks. */
    answer: z.string().nullable().default(null),
    chunks: z.int().default(0),
    version: z.int(),
  }),
  key: ({ id }: { id: string }) => ({ pk: `idempotency#${id}`, sk: 'record' }),
  expires: ({ started_at }) => Math.floor(started_at / 1000) + keptSeconds,
})

type Record = ThingOf<typeof records>

/** Packed answers up to this length lie in the record itself. */
const inlineCharacters = 200_000

const hash = (...parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** The code of a 409: whether the first request comes to its end is not known yet. */
export const stillRunningCode = 'request.still_running'

const running = () =>
  new Problem(409, stillRunningCode, 'A request with this Idempotency-Key is still running.', {
    headers: { 'Retry-After': '1' },
  })

/** Takes the record for this request: a new one, or one whose request was cut off. Undefined when it has an answer. */
const claim = async (id: string, body_hash: string) => {
  const fresh = () => ({
    seed: newId(),
    started_at: Date.now(),
    body_hash,
    leased_until: epochSeconds() + leaseSeconds,
  })
  const before = await records.find({ id })
  if (!before) return records.create(records.make({ id, ...fresh() }), running())
  const isOver = before.started_at + keptSeconds * 1000 < Date.now()
  if (!isOver && before.body_hash !== body_hash)
    throw invalid('Idempotency-Key', 'was used with a different body within the last 24 hours')
  if (!isOver && before.status !== null) return before
  if (!isOver && before.leased_until > epochSeconds()) throw running()
  const taken = isOver
    ? { ...fresh(), status: null, answer: null, chunks: 0 }
    : { leased_until: fresh().leased_until }
  return records.update(before, (current) => {
    if (current.version !== before.version) throw running()
    return taken
  })
}

/**
 * Runs `work` once per `Idempotency-Key`, caller, method and path: a repetition within 24 h gets the same answer with
 * `Idempotency-Replayed: true`, another body a 422, one that comes while the first still runs a 409. Only successes are
 * kept; a request that was cut off is done again with the same ids, times and tokens, so that nothing is made twice.
 */
export const once = async <T>(
  spec: Spec,
  { actor, params, body, header }: Incoming<unknown, unknown, unknown, { id: string } | undefined>,
  work: () => Promise<T | HttpReply<T>>,
): Promise<T | HttpReply<T>> => {
  const key = header('idempotency-key')
  if (key === undefined) return work()
  if (key.length < 1 || key.length > 255) throw invalid('Idempotency-Key', 'must have 1 to 255 characters')
  // the key, of which the table has no more than a hash, keeps a password in the body from being guessed by its hash
  const record = await claim(hash(actor?.id, spec.method, spec.path, params, key), hash(key, body))
  if (record.status !== null) return replayed<T>(record, key)
  requestContext().replay = replayOf(record.seed, record.started_at)
  const given = await work().catch(async (error: unknown) => {
    delete requestContext().replay
    const isRefusal = error instanceof Problem && error.status < 500 && error.code !== doneBeforeCode
    // what was carried out before must stay known, or the next repetition would make it a second time
    const isOver = isRefusal && !(record.version > 1 && (await hasWritten(record.seed)))
    await (isOver ? records.remove(record) : records.update(record, { leased_until: 0 }))
    throw error
  })
  delete requestContext().replay
  const reply = given instanceof HttpReply ? given : new HttpReply<T>(given)
  // what is streamed the first time is given as JSON from then on
  const headers = reply.stream ? {} : reply.headers
  const answer = { body: spec.response && serialize(spec.response, reply.body), headers }
  await keep(record, key, reply.status ?? (statusesOf(spec)[0] as number), answer).catch((error: unknown) =>
    log.error('storing a response for its Idempotency-Key failed', error),
  )
  return given
}

const ownerOf = (record: { id: string }) => records.keyOf(record).pk

/** An answer may hold a secret, such as a link: it is sealed by the key, of which the table has no more than a hash. */
const keep = async (record: Record, key: string, status: number, answer: object) => {
  const { gzipSync } = await import('node:zlib')
  const packed = seal(key, gzipSync(JSON.stringify(answer)), record.id).toString('base64')
  const isLong = packed.length > inlineCharacters
  const until = epochSeconds() + keptSeconds
  const changes = isLong ? { status, chunks: countChunks(packed) } : { status, answer: packed }
  const texts = isLong ? toStoreText(ownerOf(record), 'answer', packed, until) : []
  await transact([...texts, records.toUpdate(record, changes)])
}

const replayed = async <T>(record: Record, key: string): Promise<HttpReply<T>> => {
  const { gunzipSync } = await import('node:zlib')
  const packed = record.answer ?? (await readText(ownerOf(record), 'answer', record.chunks))
  const text = gunzipSync(unseal(key, Buffer.from(packed, 'base64'), record.id)).toString()
  const { body, headers } = JSON.parse(text) as { body: T; headers: OutgoingHeaders }
  return new HttpReply(body, {
    status: record.status as number,
    headers: { ...headers, 'Idempotency-Replayed': 'true' },
  })
}
