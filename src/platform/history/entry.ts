import { docs } from '#docs'
import { environment } from '../runtime/environment.ts'
import { idTime } from '../runtime/id.ts'
import type { Via } from '../runtime/request-context.ts'
import * as z from '../schema/schema.ts'
import { answeredText, answeredId } from '../schema/fields.ts'
import { entity, type ThingOf } from '../table/entity.ts'
import { readList } from '../table/list/list.ts'
import { FormerRef } from './former-state.ts'
import { FieldChangeViews } from './thing-change.ts'

const vias = [
  'session',
  'token',
  'assistant',
  'mcp',
  'scim',
  'mail',
  'job',
  'system',
] as const satisfies Via[]

export const ReplyRef = z.described(
  docs('The reply of the assistant that made the change.', { id: 'ReplyRef' }),
  {
    chat_id: answeredId.meta(docs('ID of the chat.')),
    message_id: answeredId.meta(docs('ID of the message.')),
    assistant_id: answeredId.meta(docs('ID of the assistant.')),
    call_id: answeredText(20).meta(docs('ID of the call within the reply.')),
  },
)

/** One change as stored: it references people by ID alone. Its ID begins with its time, like every UUIDv7. */
export const HistoryEntry = z.object({
  id: z.string(),
  at: z.string(),
  action: z.string(),
  object_type: z.string(),
  object_id: z.string(),
  /** Version of the record after the change, or before its removal; absent if the record has none. */
  version: z.int().optional(),
  resource_type: z.string(),
  resource_id: z.string(),
  audience: z.enum(['agent', 'admin']).nullable(),
  actor_id: z.string().nullable(),
  via: z.enum(vias),
  reply: ReplyRef.nullable(),
  job_id: z.string().nullable(),
  /** Absent unless an access token made the change, which keeps most entries shorter. */
  token_id: z.string().optional(),
  request_id: z.string().nullable(),
  address: z.string().nullable(),
  changes: FieldChangeViews,
  /** Location of the former state that `changes` does not contain; undo needs it. */
  former: z.orNull(FormerRef),
  /** Short name of the item, if a call of a reply has changed it. */
  item: z.orNull(z.string()),
})

const daySeconds = 86_400

/** Returns the UTC day of an RFC 3339 time. */
export const utcDay = (at: string): string => at.slice(0, 10)

/**
 * History entries by resource, by actor and by day. An entry is written once and never changes:
 * infra/template/roles.yml allows only the recorder's role to write these keys, which all begin with `history#`. The
 * dispatcher receives them.
 */
export const historyEntries = entity({
  name: 'history.entry',
  schema: HistoryEntry,
  key: ({ resource_type, resource_id, id }: { resource_type: string; resource_id: string; id: string }) => ({
    pk: `history#${resource_type}#${resource_id}`,
    sk: id,
  }),
  lists: {
    ofResource: {
      partition: ({ resource_type, resource_id }: { resource_type: string; resource_id: string }) =>
        `history#${resource_type}#${resource_id}`,
      order: 'descending',
    },
    ofActor: {
      index: 'gsi1',
      partition: ({ actor_id }: { actor_id: string | null }) =>
        actor_id === null ? null : `history#actor#${actor_id}`,
      sort: ({ id }) => id,
      order: 'descending',
    },
    ofDay: {
      index: 'gsi2',
      partition: ({ at }: { at: string }) => `history#${utcDay(at)}`,
      shared: true,
      sort: ({ id }) => id,
      order: 'descending',
    },
  },
  expires: ({ at }) => Math.floor(Date.parse(at) / 1000) + environment.historyDays * daySeconds,
})

export type StoredHistoryEntry = ThingOf<typeof historyEntries>

/**
 * Acknowledgment that the recorder has processed a write of a reply that history does not show. It tells readers when
 * all writes of the reply have been processed. Its keys are under `history#`, which only the recorder writes.
 */
export const acknowledgements = entity({
  name: 'history.acknowledgement',
  isInternal: true,
  schema: z.object({
    message_id: z.string(),
    id: z.string(),
    call_id: z.string(),
    item: z.string(),
    at: z.int(),
  }),
  key: ({ message_id, id }: { message_id: string; id: string }) => ({
    pk: `history#reply#${message_id}`,
    sk: id,
  }),
  lists: {
    ofReply: { partition: ({ message_id }: { message_id: string }) => `history#reply#${message_id}` },
  },
  expires: ({ at }) => Math.floor(at / 1000) + environment.historyDays * daySeconds,
})

/** Finds an entry by its ID, which contains its day; returns undefined if there is none. */
export const findHistoryEntry = async (id: string): Promise<StoredHistoryEntry | undefined> => {
  const at = new Date(idTime(id)).toISOString()
  const sources = historyEntries.in('ofDay', { at }).map((source) => ({ ...source, prefix: id }))
  return (await readList(sources, { limit: 1 })).items[0] as StoredHistoryEntry | undefined
}
