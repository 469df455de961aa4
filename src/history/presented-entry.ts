import { docs } from '#docs'
import type { HistoryLimits } from '../platform/history/resource-history.ts'
import type { Reader } from '../platform/resource.ts'
import { HistoryEntry, ReplyRef, type StoredHistoryEntry } from '../platform/history/entry.ts'
import { undoneAmong } from '../platform/history/undone-change.ts'
import { isUndoable } from '../platform/history/undo-rules.ts'
import { loadUndoRules } from '../platform/history/history-registry.ts'
import { users } from '../platform/identity/user.ts'
import { answeredText, answeredId, Person, timestamp } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import { maxHistoryFields } from '../platform/history/thing-change.ts'

const { changes, via } = HistoryEntry.shape

const ThingRef = z.described(docs('A thing, by its type and id.', { id: 'ThingRef' }), {
  type: answeredText(100).meta(docs('Type of the thing; more may be added.', { examples: ['wiki_page'] })),
  id: answeredId.meta(docs('Id of the thing.')),
})

export const ActivityEntry = z.described(
  docs('Something that happened to a thing.', { id: 'ActivityEntry' }),
  {
    id: answeredId.meta(docs('Id of the entry.')),
    at: timestamp.meta(docs('When it happened.')),
    actor: Person.nullable().meta(docs('Who did it; null for what the service did by itself.')),
    via: via.meta(docs('How it was done; an `assistant` acts for the `actor`.')),
    action: answeredText(100).meta(
      docs('What happened, as `<type>.<verb>`; more may be added.', { examples: ['wiki_page.updated'] }),
    ),
    object: ThingRef.meta(docs('What has changed: the thing itself, or a part of it such as a comment.')),
    changes: changes.meta(
      docs('The fields that have changed, as far as the caller may read them now.', {
        maxItems: maxHistoryFields,
      }),
    ),
    can_undo: z
      .boolean()
      .meta(
        docs(
          'Whether it can be taken back: changes of this kind can be, the former state is still kept, it has ' +
            'not been taken back already, and the caller may change such things. Whether somebody has changed ' +
            'it since, and every other right, is checked when it is taken back.',
        ),
      ),
  },
)

export const AuditEntry = ActivityEntry.extend({
  resource: ThingRef.meta(docs('The thing in whose activity it appears.')),
  reply: ReplyRef.nullable().meta(docs('The reply whose assistant did it; null for anything else.')),
  job_id: answeredId.nullable().meta(docs('Id of the job that did it; null for anything else.')),
  token_id: z.orNull(answeredId).meta(docs('Id of the access token that did it; null for anything else.')),
  request_id: answeredText(100).nullable().meta(docs('`X-Request-Id` of the request.')),
  address: answeredText(50).nullable().meta(docs('IP address of the caller; null after 90 days.')),
}).meta(docs('Something that happened, as administrators see it.', { id: 'AuditEntry' }))

/** Time for which an address is shown, in milliseconds. */
export const addressMilliseconds = 90 * 86_400_000

/** Name shown for people without an account. */
const formerName = 'Former colleague'

const namesOf = async (entries: StoredHistoryEntry[]): Promise<Map<string, string>> => {
  const ids = [...new Set(entries.flatMap(({ actor_id }) => actor_id ?? []))]
  const found = await users.findMany(ids.map((id) => ({ id })))
  return new Map(found.flatMap((user) => (user ? [[user.id, user.name] as const] : [])))
}

/** Returns entries as administrators see them, with current names, in one round trip. */
export const presentEntries = async (
  entries: StoredHistoryEntry[],
): Promise<z.output<typeof AuditEntry>[]> => {
  const [names, undo, undone] = await Promise.all([namesOf(entries), loadUndoRules(), undoneAmong(entries)])
  const since = new Date(Date.now() - addressMilliseconds).toISOString()
  return entries.map((stored) => {
    const { actor_id, object_type, object_id, resource_type, resource_id, address, ...entry } = stored
    return {
      ...entry,
      token_id: entry.token_id ?? null,
      can_undo: !undone.has(stored.id) && isUndoable(undo.get(object_type), stored),
      actor: actor_id === null ? null : { id: actor_id, name: names.get(actor_id) ?? formerName },
      object: { type: object_type, id: object_id },
      resource: { type: resource_type, id: resource_id },
      address: entry.at < since ? null : address,
    }
  })
}

const rolesOf = { agent: ['support_agent', 'admin'], admin: ['admin'] }

/** Returns a function that tells whether the audience of an entry includes the reader's role. */
export const isForRole =
  ({ role }: Reader) =>
  ({ audience }: Pick<StoredHistoryEntry, 'audience'>): boolean =>
    audience === null || rolesOf[audience].includes(role)

/** Returns a function that tells whether a reader of a thing sees an entry of its activity. */
export const isShown =
  (reader: Reader, { isOutsider }: HistoryLimits) =>
  (entry: Pick<StoredHistoryEntry, 'audience'>): boolean =>
    entry.audience === null || (!isOutsider && isForRole(reader)(entry))
