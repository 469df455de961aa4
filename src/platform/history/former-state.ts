import { createHash } from 'node:crypto'
import { epochSeconds } from '../runtime/time.ts'
import * as z from '../schema/schema.ts'
import { entity, type ThingOf } from '../table/entity.ts'
import type { Key } from '../table/operation.ts'
import { formerPartition } from '../table/list/partition.ts'

/** As long as a deleted thing is in the trash, or a version of a file is kept (decision 0018). */
export const formerSeconds = 30 * 86_400

/** Where the former state of a thing is, in an entry of the history. */
export const FormerRef = z.object({ partition: z.string(), until: z.int() })

/**
 * What a change has replaced or removed and its entry does not tell, such as a long text: for taking it back, and for
 * nothing else. It is apart from history, so that it can be removed: by time, with a thing that is deleted for good,
 * and when the person is erased who wrote it.
 */
export const formerStates = entity({
  name: 'history.former_state',
  isInternal: true,
  schema: FormerRef.extend({
    /** The id of the entry. */
    id: z.string(),
    /** Who wrote what is kept. */
    writer_id: z.string().nullable(),
    /** Former values by field. */
    values: z.record(z.string(), z.unknown()).default({}),
    /** What tells whether a field still has the value that the change gave it. */
    digests: z.record(z.string(), z.string()).default({}),
    /** The item of a thing that was removed. */
    item: z.orNull(z.record(z.string(), z.unknown())),
  }),
  key: ({ partition, id }: { partition: string; id: string }) => ({ pk: formerPartition(partition), sk: id }),
  expires: ({ until }) => until,
})

export type FormerState = Pick<ThingOf<typeof formerStates>, 'values' | 'digests' | 'item'>

/** DynamoDB takes 400 KB in an item. */
const maxBytes = 380_000

interface Kept {
  state: FormerState
  /** The id of the entry. */
  id: string
  /** The item that has changed. */
  key: Key
  writer_id: string | null
}

/** Keeps a former state; undefined where it is too large for that. */
export const keepFormerState = async ({ state, id, key, writer_id }: Kept) => {
  if (Buffer.byteLength(JSON.stringify(state)) > maxBytes) return undefined
  const former = { partition: key.pk, until: epochSeconds() + formerSeconds }
  await formerStates.ensure({ ...former, id, writer_id, ...state })
  return former
}

type Former = z.output<typeof FormerRef> | null

/** Whether a former state has not come to its end. */
export const isFormerKept = (former: Former): boolean => former !== null && former.until > epochSeconds()

/** The former state that an entry points to; undefined when it is not kept any more. */
export const findFormerState = async (entry: {
  id: string
  former: Former
}): Promise<FormerState | undefined> =>
  entry.former && isFormerKept(entry.former)
    ? formerStates.find({ partition: entry.former.partition, id: entry.id })
    : undefined

const sorted = (_: string, value: unknown) =>
  Object.prototype.toString.call(value) === '[object Object]'
    ? Object.fromEntries(Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** The same for two values that are the same, whatever the order of their members. */
export const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value ?? null, sorted))
    .digest('base64url')
