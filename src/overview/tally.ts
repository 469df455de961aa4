import { fileVersions } from '../files/version/file-version.ts'
import * as z from '../platform/schema/schema.ts'
import { readAll } from '../platform/table/list/list.ts'
import type { Item } from '../platform/table/operation.ts'
import { trashEntries } from '../platform/trash/entry.ts'

const amount = z.int().default(0)

/** Amounts that are counted for each kind; bytes are those of files with their former contents. */
export const amounts = { present: amount, trashed: amount, bytes: amount, trashed_bytes: amount }
export const amountNames = Object.keys(amounts) as (keyof typeof amounts)[]

/** Contribution of one resource to the counts of its kind. */
export const Tally = z.object({ kind: z.string(), ...amounts })
export type Tally = z.output<typeof Tally>

/** Counted kinds by entity type. Each user counts under one of the kinds of users instead. */
export const countedKinds: Readonly<Record<string, string>> = {
  'assistants.assistant': 'assistant',
  'calendar.event': 'event',
  'chats.chat': 'chat',
  'files.file': 'file',
  'groups.group': 'group',
  'lms.category': 'category',
  'lms.course': 'course',
  'support.contact': 'contact',
  'support.macro': 'macro',
  'support.message': 'ticket_message',
  'support.ticket': 'ticket',
  'task.comment': 'task_comment',
  'task.project': 'project',
  'task.task': 'task',
  'users.user': 'user',
  'wiki.comment': 'wiki_comment',
  'wiki.page': 'wiki_page',
  'wiki.space': 'wiki_space',
}

/** Kind of a user; a person who has not signed in yet is invited. */
export type UserKind = 'active' | 'invited' | 'deactivated' | 'service_account'

const userKind = ({ summary, counters }: Item): UserKind | undefined => {
  const { type, is_active, erased_at } = summary as Record<string, unknown>
  if (typeof erased_at === 'string') return undefined
  if (type === 'service') return 'service_account'
  if (is_active === false) return 'deactivated'
  return (counters as Record<string, unknown> | undefined)?.['last_login_at'] ? 'active' : 'invited'
}

/** Returns the kind of a resource; undefined if it does not count, such as a file without bytes. */
const kindOf = (item: Item): string | undefined => {
  const kind = countedKinds[String(item['entityType'])]
  if (kind === 'user') return userKind(item)
  return kind === 'file' && (item['summary'] as { status?: string }).status !== 'ready' ? undefined : kind
}

const fileBytes = (item: Item): number =>
  item['entityType'] === 'files.file' ? Number((item['summary'] as { size: number }).size) : 0

/** Returns what a resource in its place contributes, without the former contents of files. */
export const toTally = (item: Item | undefined): Tally | undefined => {
  const kind = item && kindOf(item)
  return item && kind ? Tally.parse({ kind, present: 1, bytes: fileBytes(item) }) : undefined
}

/** Returns what an entry of the trash contributes: a page counts with all pages below it. */
export const toTrashTally = (entryItem: Item | undefined): Tally | undefined => {
  const entry = entryItem && trashEntries.read(entryItem)
  const item = entry?.item as Item | undefined
  const kind = item && kindOf(item)
  if (!item || !kind || entry?.state !== 'trashed') return undefined
  const trashed = kind === 'wiki_page' ? entry.item_count : 1
  return Tally.parse({ kind, trashed, trashed_bytes: fileBytes(item) })
}

/** Returns the tally of a file with the bytes of its former contents. */
export const withFormerContents = async (tally: Tally, file_id: string): Promise<Tally> => {
  const versions = await readAll(fileVersions.in('all', { file_id }))
  const bytes = versions.reduce((sum, { size }) => sum + size, 0)
  const where = tally.trashed > 0 ? 'trashed_bytes' : 'bytes'
  return { ...tally, [where]: tally[where] + bytes }
}
