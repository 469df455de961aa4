import pMap from 'p-map'
import type { QueueMessage } from '../../platform/events/message-kind.ts'
import { worker } from '../../platform/events/worker.ts'
import { log } from '../../platform/runtime/log.ts'
import { searchDefinitionOf } from '../../platform/resource-registry.ts'
import { indexThing, type WantedDocument } from '../document-index.ts'
import { toEmbed } from '../passages-to-embed.ts'
import { indexing } from '../queues.ts'

/** How many documents of a container one message leads to. */
const documentsAtOnce = 200

/**
 * Of several documents this many are indexed side by side, a large one alone: what writes hundreds of rows side by side
 * leaves no room in the table for others. No more are begun after this time: others have a turn.
 */
const concurrency = 4
const maxMilliseconds = 150

/** Somebody else writes the document: when it is looked at again. */
const busySeconds = 5

type Next = QueueMessage<'index' | 'courses'>

/** A part of a long document at once; what is left goes behind all that waits. */
const indexOne = async (wanted: WantedDocument): Promise<Next[]> => {
  const { outcome } = await indexThing(wanted)
  return outcome === 'done'
    ? toEmbed(wanted)
    : [indexing.message(wanted, outcome === 'busy' ? busySeconds : 0)]
}

/** The first page of the documents within a container that comes now. */
const loadWithin = async (type: string, within: string, cursor: string | null) => {
  const { idsWithin } = await searchDefinitionOf(type)
  if (!idsWithin) throw new Error(`Documents of "${type}" cannot be listed.`)
  return idsWithin(within, { limit: documentsAtOnce, cursor: cursor ?? undefined })
}

/** One of several documents: whether it is large, and what is to be done of it later, with the others or by itself. */
const indexAmong = async (
  wanted: WantedDocument,
): Promise<{ isLarge: boolean; unfinished: string[]; next: Next[] }> => {
  try {
    const { outcome, isLarge } = await indexThing(wanted)
    if (outcome === 'unfinished') return { isLarge, unfinished: [wanted.id], next: [] }
    const next = outcome === 'busy' ? [indexing.message(wanted, busySeconds)] : await toEmbed(wanted)
    return { isLarge, unfinished: [], next }
  } catch (error) {
    log.error('one of several documents failed', error, { type: wanted.type, id: wanted.id })
    return { isLarge: false, unfinished: [], next: [indexing.message(wanted)] }
  }
}

/**
 * The documents as far as there is time. Gives those that are left, behind them those that are done in part:
 * they stay one message, as each message of a large one would be another that the small ones of others wait for.
 */
const indexSome = async (ids: string[], about: Omit<WantedDocument, 'id'>) => {
  const deadline = Date.now() + maxMilliseconds
  const next: Next[] = []
  const unfinished: string[] = []
  let done = 0
  // the first may be large as well
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
 * Brings the index in line with what has changed. What is large or much is done in parts, behind each of which others
 * have their turn: nobody's words wait for all of it.
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
