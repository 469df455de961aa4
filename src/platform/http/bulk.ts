import { docs } from '#docs'
import pMap from 'p-map'
import { id } from '../schema/fields.ts'
import * as z from '../schema/schema.ts'
import { inRequest, newReplay, requestContext } from '../runtime/request-context.ts'
import { doneBefore } from '../table/idempotent-write.ts'
import { reported } from './answer/problem-response.ts'
import { HttpReply } from './exchange/http-reply.ts'

/** Maximum number of resources in one request. */
const maxItems = 200

/** Maximum number of resources changed at the same time. */
const concurrency = 10

/** The resources that a bulk request changes. */
export const bulkIds = z
  .array(id)
  .min(1)
  .max(maxItems)
  .refine((ids) => new Set(ids).size === ids.length, 'must not contain an ID twice')
  .meta(
    docs(`IDs of the resources, at most ${maxItems}.`, {
      examples: [['01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11']],
    }),
  )

const BulkResult = z.described(docs('The result for one resource.', { id: 'BulkResult' }), {
  id: id.meta(docs('ID of the resource.')),
  status: z
    .int()
    .meta(docs('HTTP status that this change alone would return.', { minimum: 100, examples: [200] })),
  detail: z.orNull(z.string()).meta(docs('Reason for a failure; null for a success.', { maxLength: 10_000 })),
  version: z.orNull(z.int()).meta(docs('Version after the change; null for a failure.', { minimum: 1 })),
})

export const BulkResults = z.described(docs('The results of a bulk request.', { id: 'BulkResults' }), {
  items: z.array(BulkResult).meta(docs('A result for each resource, in order of `ids`.', { maxItems })),
})

interface Versioned {
  version: number
}

export interface BulkChange {
  /** Changes one resource like a request of its own. */
  change: (id: string) => Promise<Versioned>
  /** Returns a resource that an earlier attempt of the request has changed. */
  read: (id: string) => Promise<Versioned>
}

const changeOne = async (id: string, { change, read }: BulkChange, route: string) => {
  const success = ({ version }: Versioned) => ({ id, status: 200, detail: null, version })
  try {
    return success(await change(id))
  } catch (error) {
    const { status, code, message: detail } = reported(error, route)
    if (code === doneBefore.code) return success(await read(id))
    return { id, status, detail, version: null }
  }
}

/**
 * Changes resources independently: one failure does not stop the others. A retry with the same `Idempotency-Key`
 * changes only the resources that no earlier attempt changed.
 */
export const changeInBulk = async (ids: string[], work: BulkChange, route: string) => {
  const { replay, ...context } = requestContext()
  const inPart = (id: string) => {
    const part = replay && newReplay(replay.seed, replay.startedAt, `${id}#`)
    return inRequest({ ...context, ...(part && { replay: part }) }, () => changeOne(id, work, route))
  }
  const items = await pMap(ids, inPart, { concurrency })
  return new HttpReply({ items }, { isPartial: items.some(({ status }) => status >= 300) })
}
