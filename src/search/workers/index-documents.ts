import pMap from 'p-map'
import type { QueueMessage } from '../../platform/events/message-kind.ts'
import { worker } from '../../platform/events/worker.ts'
import { log } from '../../platform/runtime/log.ts'
import { searchDefinitionOf } from '../../platform/resource-registry.ts'
import { indexThing, type WantedDocument } from '../document-index.ts'
import { toEmbed } from '../passages-to-embed.ts'
import { indexing } from '../queues.ts'

/** Number of documents of a container to which one message leads. */
const documentsAtOnce = 200

/**
 * Number of documents indexed concurrently, and the time in milliseconds after which no others are begun, so that other
 * messages get their turn. A large document is indexed alone: hundreds of concurrent row writes would leave no capacity
 * of the table to others.
 */
const concurrency = 4
const maxMilliseconds = 150

/** Delay of a retry while another worker writes the document, in seconds. */
const busySeconds = 5

type Next = QueueMessage<'index' | 'courses'>

/** Indexes a document, or one part of a long one; the message for the rest goes behind all waiting messages. */
const indexOne = async (wanted: WantedDocument): Promise<Next[]> => {
  const { outcome } = await indexThing(wanted)
  return outcome === 'done'
    ? toEmbed(wanted)
    : [indexing.message(wanted, outcome === 'busy' ? busySeconds : 0)]
}

/** Returns the next page of the documents within a container. */
const loadWithin = async (type: string, within: string, cursor: string | null) => {
  const { idsWithin } = await searchDefinitionOf(type)
  if (!idsWithin) throw new Error(`Documents of the type "${type}" cannot be listed.`)
  return idsWithin(within, { limit: documentsAtOnce, cursor: cursor ?? undefined })
}

/**
 * Indexes one of several documents. Returns whether it is large, and the work left for later, with the other documents
 * or in a message of its own.
 */
const indexAmong = async (
  wanted: WantedDocument,
): Promise<{ isLarge: boolean; unfinished: string[]; next: Next[] }> => {
  try {
    const { outcome, isLarge } = await indexThing(wanted)
    if (outcome === 'unfinished') return { isLarge, unfinished: [wanted.id], next: [] }
    const next = outcome === 'busy' ? [indexing.message(wanted, busySeconds)] : await toEmbed(wanted)
    return { isLarge, unfinished: [], next }
  } catch (error) {
    log.error('indexing one of several documents failed', error, { type: wanted.type, id: wanted.id })
    return { isLarge: false, unfinished: [], next: [indexing.message(wanted)] }
  }
}

/**
 * Indexes documents until the time is up. Returns the IDs of remaining documents, partly indexed ones last. All stay in
 * one message, because more messages for a large document would delay the small documents of others.
 */
const indexSome = async (ids: string[], about: Omit<WantedDocument, 'id'>) => {
  const deadline = Date.now() + maxMilliseconds
  const next: Next[] = []
  const unfinished: string[] = []
  let done = 0
  // the first document may be large too
  for (let atOnce = 1; done < ids.length && Date.now() < deadline;) {
    const some = ids.slice(done, done + atOnce)
    const outcomes = await pMap(some, (id) => indexAmong({ ...about, id }))
    next.push(...outcomes.flatMap((outcome) => outcome.next))
    unfinished.push(...outcomes.flatMap((outcome) => outcome.unfinished))
    atOnce = outcomes.some(({ isLarge }) => isLarge) ? 1 : concurrency
    done += some.length
  }
  return { next, left: [...ids.slice(done), ...unfinished] }
}

/**
 * Updates the index after changes. Large or numerous documents are indexed in parts, and other messages get their turn
 * after each part.
 */
export const indexDocuments = worker(indexing, {}, async (message) => {
  if ('id' in message) return indexOne(message)
  const { type, trashed_with, within, cursor } = message
  if (!('ids' in message)) {
    const { items, next_cursor } = await loadWithin(type, within ?? '', cursor)
    if (items.length === 0) return undefined
    return indexing.message({
      type,
      trashed_with,
      ids: items,
      ...(next_cursor !== null && { within, cursor: next_cursor }),
    })
  }
  const { next, left } = await indexSome(message.ids, { type, trashed_with })
  if (left.length > 0) return [...next, indexing.message({ ...message, ids: left })]
  return within === undefined ? next : [...next, indexing.message({ type, trashed_with, within, cursor })]
})
