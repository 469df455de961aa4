import pMap from 'p-map'
import type { QueueMessage } from '../../platform/events/queue.ts'
import { worker } from '../../platform/events/worker.ts'
import { log } from '../../platform/runtime/log.ts'
import type { DocumentKey } from '../../platform/search/document.ts'
import { batchesOf } from '../../platform/runtime/batches.ts'
import { searchDefinitionOf } from '../../platform/resource-registry.ts'
import { indexThing } from '../document-indexing.ts'
import { indexing } from '../queues.ts'

/** How many documents of a container one message leads to. */
const documentsAtOnce = 200

/**
 * Of several documents the first is indexed alone, since it may be large, then so many side by side; no more are begun
 * after this time: others have a turn.
 */
const concurrency = 4
const maxMilliseconds = 150

/** Somebody else writes the document: when it is looked at again. */
const busySeconds = 5

/** A part of a long document at once; what is left goes behind all that waits. */
const indexOne = async (key: DocumentKey): Promise<QueueMessage<'search'>[]> => {
  const outcome = await indexThing(key)
  return outcome === 'done' ? [] : [indexing.message(key, outcome === 'busy' ? busySeconds : 0)]
}

/** The first page of the documents within a container that comes now. */
const loadWithin = async (type: string, within: string, cursor: string | null) => {
  const { idsWithin } = await searchDefinitionOf(type)
  if (!idsWithin) throw new Error(`Documents of "${type}" cannot be listed.`)
  return idsWithin(within, { limit: documentsAtOnce, cursor: cursor ?? undefined })
}

/** The documents as far as there is time; one message for all that are left, and one for each that has failed. */
const indexSome = async (type: string, ids: string[]) => {
  const deadline = Date.now() + maxMilliseconds
  const indexed = async (id: string) =>
    indexOne({ type, id }).catch((error: unknown) => {
      log.error('one of several documents failed', error, { type, id })
      return [indexing.message({ type, id })]
    })
  const next: QueueMessage<'search'>[] = []
  const batches = [ids.slice(0, 1), ...batchesOf(ids.slice(1), concurrency)]
  let done = 0
  for (; done < batches.length && Date.now() < deadline; done++)
    next.push(...(await pMap(batches[done] ?? [], indexed)).flat())
  return { next, left: batches.slice(done).flat() }
}

/**
 * Brings the index in line with what has changed. What is large or much is done in parts, behind each of which others
 * have their turn: nobody's words wait for all of it.
 */
export const indexDocuments = worker(
  indexing,
  {
    recursive: true,
    profile: 'fileworker',
    timeoutSeconds: 300,
    memoryMegabytes: 2_048,
    batchSize: 5,
    concurrency: 20,
  },
  async (message) => {
    if ('id' in message) return indexOne(message)
    const { type, within, cursor } = message
    if (!('ids' in message)) {
      const { items, next_cursor } = await loadWithin(type, within ?? '', cursor)
      if (items.length === 0) return undefined
      return indexing.message({
        type,
        ids: items,
        ...(next_cursor !== null && { within, cursor: next_cursor }),
      })
    }
    const { next, left } = await indexSome(type, message.ids)
    if (left.length > 0) return [...next, indexing.message({ ...message, ids: left })]
    return within === undefined ? next : [...next, indexing.message({ type, within, cursor })]
  },
)
