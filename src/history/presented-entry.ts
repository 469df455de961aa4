import { docs } from '#docs'
import type { HistoryLimits } from '../platform/history/resource-history.ts'
import type { Reader } from '../platform/resource.ts'
import { loadResources } from '../platform/resource-registry.ts'
import { HistoryEntry, ReplyRef, type StoredHistoryEntry } from '../platform/history/entry.ts'
import { undoneAmong } from '../platform/history/undone-change.ts'
import { isUndoable } from '../platform/history/undo-rules.ts'
import { loadUndoRules } from '../platform/history/history-registry.ts'
import { formerName, users } from '../platform/identity/user.ts'
import { answeredText, answeredId, Person, timestamp } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import { maxHistoryFields } from '../platform/history/thing-change.ts'

const { changes, via } = HistoryEntry.shape

const ThingRef = z.described(docs('A resource, by its type and ID.', { id: 'ThingRef' }), {
  type: answeredText(100).meta(docs('Type of the resource; more may be added.', { examples: ['wiki_page'] })),
  id: answeredId.meta(docs('ID of the resource.')),
})

export const ActivityEntry = z.described(
  docs('An entry of the activity of a resource.', { id: 'ActivityEntry' }),
  {
    id: answeredId.meta(docs('ID of the entry.')),
    at: timestamp.meta(docs('Time of the action.')),
    actor: Person.nullable().meta(docs('The person who acted; null for the service itself.')),
    via: via.meta(docs('Channel of the action; an `assistant` acts on behalf of the `actor`.')),
    action: answeredText(100).meta(
      docs('The action, as `<type>.<verb>`; more may be added.', { examples: ['wiki_page.updated'] }),
    ),
    object: ThingRef.meta(
      docs('The changed resource, or the changed part of the resource, such as a comment.'),
    ),
    changes: changes.meta(
      docs('The changed fields that the caller may read now.', {
        maxItems: maxHistoryFields,
      }),
    ),
    can_undo: z
      .boolean()
      .meta(
        docs(
          'True if the change can be undone: changes of this kind can be, the former state is still kept, the ' +
            'change has not been undone already, and the caller may change the resource. Later changes by others, ' +
            'and all other permissions, are checked by the undo.',
        ),
      ),
  },
)

export const AuditEntry = ActivityEntry.extend({
  resource: ThingRef.meta(docs('The resource whose activity contains the entry.')),
  reply: ReplyRef.nullable().meta(docs('The reply whose assistant acted; null for other entries.')),
  job_id: answeredId.nullable().meta(docs('ID of the job that acted; null for other entries.')),
  token_id: z.orNull(answeredId).meta(docs('ID of the access token that acted; null for other entries.')),
  request_id: answeredText(100).nullable().meta(docs('`X-Request-Id` of the request.')),
  address: answeredText(50).nullable().meta(docs('IP address of the caller; null after 90 days.')),
}).meta(docs('An entry of the audit log.', { id: 'AuditEntry' }))

/** Time for which an address is shown, in milliseconds. */
export const addressMilliseconds = 90 * 86_400_000

const loadActorNames = async (entries: StoredHistoryEntry[]): Promise<Map<string, string>> => {
  const ids = [...new Set(entries.flatMap(({ actor_id }) => actor_id ?? []))]
  const found = await users.findMany(ids.map((id) => ({ id })))
  const others = ids.filter((_, n) => !found[n]).map((id) => ({ type: 'contact', id }))
  const contacts = await loadResources({ id: '', role: 'admin', groups: [] }, others)
  return new Map([
    ...found.flatMap((user) => (user ? [[user.id, user.name] as const] : [])),
    ...contacts.flatMap((contact) => (contact ? [[contact.id, contact.title] as const] : [])),
  ])
}

/** Returns entries as administrators see them, with current names, in one round trip. */
export const presentEntries = async (
  entries: StoredHistoryEntry[],
): Promise<z.output<typeof AuditEntry>[]> => {
  const [names, undo, undone] = await Promise.all([
    loadActorNames(entries),
    loadUndoRules(),
    undoneAmong(entries),
  ])
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

/** Returns a function that tells whether a reader of a record sees an entry of its activity. */
export const isShown =
  (reader: Reader, { isOutsider }: HistoryLimits) =>
  (entry: Pick<StoredHistoryEntry, 'audience'>): boolean =>
    entry.audience === null || (!isOutsider && isForRole(reader)(entry))
