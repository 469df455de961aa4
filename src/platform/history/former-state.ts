import { createHash } from 'node:crypto'
import { epochSeconds } from '../runtime/time.ts'
import * as z from '../schema/schema.ts'
import { entity, type ThingOf } from '../table/entity.ts'
import type { Key } from '../table/operation.ts'
import { formerPartition } from '../table/list/partition.ts'

/** Retention of a former state in seconds: the same as for the trash and for file versions (decision 0018). */
export const formerSeconds = 30 * 86_400

/** Location and expiry of a former state, stored in a history entry. */
export const FormerRef = z.object({ partition: z.string(), until: z.int() })

/**
 * State that a change has replaced or removed and its entry does not contain, such as a long text. Only undo uses it.
 * It is stored apart from history so that it can be removed: when it expires, when its record is deleted permanently,
 * and when the person who wrote it is erased.
 */
export const formerStates = entity({
  name: 'history.former_state',
  isInternal: true,
  schema: FormerRef.extend({
    /** ID of the history entry. */
    id: z.string(),
    /** ID of the person who wrote the former values. */
    writer_id: z.string().nullable(),
    /** Former values by field. */
    values: z.record(z.string(), z.unknown()).default({}),
    /** Digests of the new values by field; undo compares them with the current values. */
    digests: z.record(z.string(), z.string()).default({}),
    /** Item of the removed record. */
    item: z.orNull(z.record(z.string(), z.unknown())),
  }),
  key: ({ partition, id }: { partition: string; id: string }) => ({ pk: formerPartition(partition), sk: id }),
  expires: ({ until }) => until,
})

export type FormerState = Pick<ThingOf<typeof formerStates>, 'values' | 'digests' | 'item'>

/** Maximum size in bytes; a DynamoDB item holds at most 400 KB. */
const maxBytes = 380_000

interface Kept {
  state: FormerState
  /** ID of the history entry. */
  id: string
  /** Key of the changed item. */
  key: Key
  writer_id: string | null
}

/** Stores a former state and returns its location; returns undefined if the state is too large. */
export const keepFormerState = async ({ state, id, key, writer_id }: Kept) => {
  if (Buffer.byteLength(JSON.stringify(state)) > maxBytes) return undefined
  const former = { partition: key.pk, until: epochSeconds() + formerSeconds }
  await formerStates.ensure({ ...former, id, writer_id, ...state })
  return former
}

type Former = z.output<typeof FormerRef> | null

/** Returns true if a former state has not expired. */
export const isFormerKept = (former: Former): boolean => former !== null && former.until > epochSeconds()

/** Returns the former state that an entry points to; undefined if it no longer exists. */
export const findFormerState = async (entry: {
  id: string
  former: Former
}): Promise<FormerState | undefined> =>
  entry.former && isFormerKept(entry.former)
    ? formerStates.find({ partition: entry.former.partition, id: entry.id })
    : undefined

const sortedReplacer = (_: string, value: unknown) =>
  Object.prototype.toString.call(value) === '[object Object]'
    ? Object.fromEntries(Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** Returns equal digests for equal values, regardless of the order of object members. */
export const stateDigest = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value ?? null, sortedReplacer))
    .digest('base64url')
