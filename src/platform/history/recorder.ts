import type { DynamoDBRecord } from 'aws-lambda'
import { itemImages, streamFunction } from '../events/stream-function.ts'
import { derivedId } from '../runtime/id.ts'
import { originOfChange, type Origin } from '../runtime/origin.ts'
import { shortName, type Item, type Key } from '../table/operation.ts'
import { isCoveredBy, sharedTombstoneKey, tombstoneKey } from '../table/tombstone.ts'
import { ignoreConflict } from '../table/conflict.ts'
import { queryItems } from '../table/query.ts'
import { writeItem } from '../table/table.ts'
import type { HistoryDefinition } from './definition.ts'
import { acknowledgements, historyEntries, type StoredHistoryEntry } from './entry.ts'
import { keepFormerState } from './former-state.ts'

/** Returns the time of a stream record, which has whole seconds, in milliseconds. */
const recordTime = ({ dynamodb }: DynamoDBRecord) =>
  Math.floor((dynamodb?.ApproximateCreationDateTime ?? 0) * 1000)

/** Maximum time from the tombstones of a request to its last write, in milliseconds. */
const requestMilliseconds = 60_000

/** Number of tombstones per query; the wanted one is among the newest. */
const notesAtOnce = 25

/** Returns the newest tombstone of an item in one partition, from at most a minute before the item was removed. */
const lastNote = async (
  item: Item,
  removedAt: number,
  keyAt: (at: number) => Key,
): Promise<Item | undefined> => {
  const { pk, sk: first } = keyAt(removedAt - requestMilliseconds)
  let from: Key | undefined
  do {
    const { items, last } = await queryItems({
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: { ':pk': pk, ':first': first, ':last': keyAt(removedAt + 2_000).sk },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: notesAtOnce,
      ExclusiveStartKey: from,
    })
    const found = items.find((note) => isCoveredBy(note, item))
    if (found) return found
    from = last
  } while (from)
  return undefined
}

/** Returns the origin of a removal from the newest tombstone of the item; undefined if the service removed it. */
const remover = async (item: Item, removedAt: number): Promise<Origin | undefined> => {
  const notes = await Promise.all([
    lastNote(item, removedAt, (at) => tombstoneKey(item, at)),
    lastNote(item, removedAt, sharedTombstoneKey),
  ])
  const origins = notes.flatMap((note) => (note ? [note['origin'] as Origin] : []))
  return origins.toSorted((a, b) => b.at - a.at)[0]
}

/** Returns the origin of a change; undefined for changes by the service itself. */
const changeOrigin = (before: Item | undefined, after: Item | undefined, at: number) => {
  if (!after) return before && remover(before, at)
  return originOfChange(before, after)
}

const isExpired = ({ userIdentity }: DynamoDBRecord) => userIdentity?.principalId === 'dynamodb.amazonaws.com'

interface Recorded {
  definition: HistoryDefinition
  before: Item | undefined
  after: Item | undefined
  /** ID of the history entry. */
  id: string
}

/** Stores the former state that the entry does not contain; changes by the service itself cannot be undone. */
const keepFormer = async ({ definition, before, after, id }: Recorded, origin: Origin | undefined) => {
  const state = origin && before && definition.formerOf?.(before, after)
  if (!state) return null
  const writer_id = (before['origin'] as Origin | undefined)?.actor_id ?? null
  return (await keepFormerState({ state, id, key: before, writer_id })) ?? null
}

/** Acknowledges a write of a reply that history does not show. */
const acknowledge = async (
  { item, ...write }: { id: string; at: number; item: string | null },
  origin: Origin | undefined,
): Promise<void> => {
  if (item === null || !origin?.reply) return
  const { message_id, call_id } = origin.reply
  await acknowledgements.ensure({ ...write, item, message_id, call_id })
}

/** Stores an entry unless it is stored. Unlike other items, it has no origin: the entry is about the origin. */
const ensureEntry = (entry: StoredHistoryEntry) => {
  const { put, ...rest } = historyEntries.toCreate(entry)
  return ignoreConflict(() => writeItem({ put: { ...put, origin: undefined }, ...rest }))
}

/** Returns the resource and the audience of a change. */
const entrySubject = (definition: HistoryDefinition, item: Item) => {
  const { type: resource_type, id: resource_id } = definition.subjectOf(item)
  return { resource_type, resource_id, audience: definition.audienceOf(item) }
}

const entryAuthor = (origin: Origin | undefined) => ({
  actor_id: origin?.actor_id ?? null,
  via: origin?.via ?? ('system' as const),
  reply: origin?.reply ?? null,
  job_id: origin?.job_id ?? null,
  ...(origin?.token_id !== undefined && { token_id: origin.token_id }),
  request_id: origin?.request_id ?? null,
  address: origin?.address ?? null,
})

/**
 * Creates the Lambda function that records changes: one entry per change in the table's stream. The ID of an entry is
 * derived from the event, so that a redelivered event finds its entry (decision 0018).
 */
export const recorder = (loadDefinitions: () => Promise<Map<string, HistoryDefinition>>) => {
  let loading: Promise<Map<string, HistoryDefinition>> | undefined
  return streamFunction(async (record) => {
    const { before, after } = itemImages(record)
    const item = (after ?? before) as Item
    const definition = (await (loading ??= loadDefinitions())).get(String(item['entityType']))
    if (!definition || definition.isUnrecorded) return
    const change = definition.changeOf(before, after)
    const created = recordTime(record)
    const origin = await changeOrigin(before, after, created)
    const time = origin?.at ?? created
    const id = derivedId(time, record.eventID as string)
    // an update of counters alone is not a write of the call (write-observer.ts)
    const isOfCall = origin?.reply && before?.['writeId'] !== after?.['writeId']
    const name = isOfCall ? shortName(item) : null
    if (!change) return acknowledge({ id, at: time, item: name }, origin)
    await ensureEntry({
      id,
      at: new Date(time).toISOString(),
      action: `${change.type}.${isExpired(record) ? 'expired' : change.action}`,
      object_type: change.type,
      object_id: change.id,
      ...(typeof item['version'] === 'number' && { version: item['version'] }),
      ...entrySubject(definition, item),
      ...entryAuthor(origin),
      changes: change.fields,
      former: await keepFormer({ definition, before, after, id }, origin),
      item: name,
    })
  })
}
