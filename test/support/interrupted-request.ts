import { hash, idempotencyRecords } from '../../src/platform/http/idempotency-record.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'

/**
 * Simulates that the first attempt of a request was killed after its last write: its response is not stored, and its
 * lease is over, unless it ends later (in seconds since 1970).
 */
export const interruptRequest = async (
  as: { id: string },
  { spec }: EndpointHandler,
  { key, params, leased_until = 0 }: { key: string; params: { id: string }; leased_until?: number },
): Promise<void> => {
  const id = hash(as.id, spec.method, spec.path, params, key)
  const record = await idempotencyRecords.get({ id })
  await idempotencyRecords.update(record, { status: null, answer: null, leased_until })
}
