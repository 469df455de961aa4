import pMap from 'p-map'
import { notifyOfDeletion } from '../../notifications/deletion.ts'
import { logOutcome } from '../../notifications/outcome.ts'
import { worker } from '../../platform/events/worker.ts'
import type * as z from '../../platform/schema/schema.ts'
import { readList } from '../../platform/table/list/list.ts'
import { trashEntries, type StoredEntry } from '../../platform/trash/entry.ts'
import { trashedThing } from '../../platform/trash/trashed-things.ts'
import { children } from '../page/tree/child.ts'
import { pages, pageType, type StoredPage } from '../page/page.ts'
import { pageDeletions } from '../queues.ts'
import { readersAmong } from '../space/access.ts'
import { spaces } from '../space/space.ts'
import { subscriptions } from '../page/subscription.ts'

type Message = z.output<typeof pageDeletions.schema>

/** Maximum number of subscribers of a page, or of child pages, processed by one message. */
const rowsAtOnce = 200

/** Maximum number of child pages whose subscribers are loaded at the same time. */
const concurrency = 25

const readSubscribers = async (page_id: string, cursor: string | null) => {
  const rows = { limit: rowsAtOnce, cursor: cursor ?? undefined }
  const { items, next_cursor } = await readList(subscriptions.in('all', { page_id }), rows)
  return { ids: items.map(({ user_id }) => user_id), next_cursor }
}

/**
 * Returns the people to notify of one page and the message for the remaining subscribers; for a draft only its author.
 */
const pageRecipients = async (entry: StoredEntry, message: Message) => {
  const { page_id, author_id, cursor } = message
  const { ids, next_cursor } = await readSubscribers(page_id, cursor)
  const isDraft = entry.type === pageType.type && trashedThing(pages, entry).status === 'draft'
  const concerned = cursor === null ? [author_id, ...ids] : ids
  return {
    people: isDraft ? concerned.filter((id) => id === entry.owner_id) : concerned,
    next: next_cursor === null ? [] : [pageDeletions.message({ ...message, cursor: next_cursor })],
  }
}

/** Returns the people to notify of one page of a partition: of a draft, only its author. */
const childRecipients = async ({ id, status, author }: StoredPage) => {
  if (status === 'draft') return { ids: [author.id], next_cursor: null }
  const { ids, next_cursor } = await readSubscribers(id, null)
  return { ids: [author.id, ...ids], next_cursor }
}

/**
 * Returns the people to notify of the pages in a partition, and messages for the remaining pages, subscribers and
 * descendants.
 */
const partitionRecipients = async (message: Message, parent: string) => {
  const rows = { limit: rowsAtOnce, cursor: message.cursor ?? undefined }
  const listed = await readList(children.in('of', { parent }), rows)
  const below = (await pages.findMany(listed.items)).filter((page) => page !== undefined)
  const found = await pMap(below, async (page) => ({ page, ...(await childRecipients(page)) }), {
    concurrency,
  })
  const { entry_id, deleted_at } = message
  const left = found.flatMap(({ page, next_cursor }) => {
    const about = { entry_id, deleted_at, page_id: page.id, author_id: page.author.id }
    return [
      ...(next_cursor === null ? [] : [{ ...about, cursor: next_cursor }]),
      ...(page.children_count > 0 ? [{ ...about, below: pages.keyOf(page).pk }] : []),
    ]
  })
  const { next_cursor: cursor } = listed
  const next = [...left, ...(cursor === null ? [] : [{ ...message, cursor }])]
  return {
    people: [...new Set(found.flatMap(({ ids }) => ids))],
    next: next.map((body) => pageDeletions.message(body)),
  }
}

const loadEntrySpace = (entry: StoredEntry) =>
  entry.type === pageType.type
    ? spaces.find({ id: entry.container_id ?? '' })
    : Promise.resolve(trashedThing(spaces, entry))

/**
 * Notifies the author and the subscribers of a page that the page, an ancestor or its space was deleted; skips the
 * person who deleted it and people who may no longer read the space. Notifies nobody once the page is restored.
 */
export const notifyOfPageDeletion = worker(pageDeletions, {}, async (message) => {
  const entry = await trashEntries.find({ id: message.entry_id })
  const isPresent = entry?.state === 'trashed' && entry.deleted_at === message.deleted_at
  const space = isPresent ? await loadEntrySpace(entry) : undefined
  if (!entry || !space) return logOutcome({ type: 'page_deleted', id: message.page_id }, 'obsolete')
  const { people, next } = await (message.below === null
    ? pageRecipients(entry, message)
    : partitionRecipients(message, message.below))
  await notifyOfDeletion(await readersAmong(space, people), entry, { no_access: people })
  return next
})
