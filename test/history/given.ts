import { listActivity } from '../../src/history/endpoints/list-activity.ts'
import { historyEntries, type StoredHistoryEntry } from '../../src/platform/history/entry.ts'
import { derivedId, newId } from '../../src/platform/runtime/id.ts'
import { call, type AnswerOf, type QueryOf } from '../support/call.ts'
import { made } from '../support/given.ts'
import type { SignedIn } from '../support/people.ts'

type Entry = AnswerOf<typeof listActivity>['items'][number]
/** A type of resources that have activity. */
export type ResourceType = NonNullable<QueryOf<typeof listActivity>['resource_type']>

/** Returns the activity of a resource as a person sees it, newest first. */
export const activityOf = async (
  as: SignedIn,
  resource_type: ResourceType,
  { id }: { id: string },
): Promise<Entry[]> => (await made(listActivity, { as, query: { resource_type, resource_id: id } })).items

export const activityStatus = async (as: SignedIn, resource_type: ResourceType, { id }: { id: string }) =>
  (await call(listActivity, { as, query: { resource_type, resource_id: id } })).status

export const actionsOf = (entries: Entry[]) => entries.map(({ action }) => action)

/** Creates an entry from this many days ago. */
export const givenEntry = async (daysAgo: number, fields: Partial<StoredHistoryEntry> = {}) => {
  const time = Date.now() - daysAgo * 86_400_000
  const entry = historyEntries.make({
    id: derivedId(time, newId()),
    at: new Date(time).toISOString(),
    action: 'task.updated',
    object_type: 'task',
    object_id: newId(),
    resource_type: 'task',
    resource_id: newId(),
    audience: null,
    actor_id: newId(),
    via: 'session',
    reply: null,
    job_id: null,
    request_id: newId(),
    address: '192.0.2.1',
    changes: [],
    ...fields,
  })
  return historyEntries.create(entry)
}
