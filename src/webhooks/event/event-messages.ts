import { resourceTypes } from '#generated/resource-types.ts'
import type { QueueMessage } from '../../platform/events/message-kind.ts'
import type { StoredHistoryEntry } from '../../platform/history/entry.ts'
import { actionVerb } from '../../platform/history/undo-rules.ts'
import { forPeople } from '../../platform/resource.ts'
import { loadResources } from '../../platform/resource-registry.ts'
import { derivedId } from '../../platform/runtime/id.ts'
import { isWanted } from '../catalogue/event-patterns.ts'
import type { DeliveredEvent } from '../catalogue/event-body.ts'
import { deliveryRuns } from '../queues.ts'
import { receiversSince } from './receivers.ts'

/** Maximum age of a change that is sent, in milliseconds: older ones come from `npm run replay`. */
const eventMilliseconds = 86_400_000

const knownTypes: readonly string[] = resourceTypes

/** Returns the URLs of a changed resource, or of the one that contains it; null if it was deleted. */
const loadUrls = async ({ object_type, object_id, resource_type, resource_id }: StoredHistoryEntry) => {
  const refs = [
    { type: object_type, id: object_id },
    { type: resource_type, id: resource_id },
  ]
  const ref = refs.find(({ type }) => knownTypes.includes(type))
  const [view] = ref ? await loadResources({ id: '', role: 'admin', groups: [] }, [ref]) : []
  if (!view) return { url: null, api_url: null }
  const { url, api_url } = forPeople(view)
  return { url, api_url }
}

/** Returns the body of the request for a change, which names the change without contents. */
const toEvent = async (entry: StoredHistoryEntry): Promise<DeliveredEvent> => ({
  type: entry.action,
  timestamp: entry.at,
  data: {
    id: entry.object_id,
    type: entry.object_type,
    version: entry.version ?? null,
    ...(await loadUrls(entry)),
    actor_id: entry.actor_id,
    fields: entry.changes.map(({ field }) => field),
  },
})

/** Returns a message for each webhook that receives a recorded change; reads the list of webhooks once per batch. */
export const eventMessages = async (entry: StoredHistoryEntry): Promise<QueueMessage[]> => {
  const time = Date.parse(entry.at)
  if (time < Date.now() - eventMilliseconds) return []
  const change = { type: entry.object_type, action: actionVerb(entry) }
  const receivers = (await receiversSince(time)).filter(
    ({ is_active, events }) => is_active && isWanted(events, change),
  )
  if (receivers.length === 0) return []
  const event = await toEvent(entry)
  return receivers.map(({ id: webhook_id }) =>
    deliveryRuns.message(
      { webhook_id, event: { ...event, id: derivedId(time, `webhook#${webhook_id}#${entry.id}`) } },
      0,
      webhook_id,
    ),
  )
}
