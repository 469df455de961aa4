import type { AttachedFile } from '../../models/attached-file.ts'
import type { Turn } from '../../models/generation-request.ts'
import { newestFirst, readList } from '../../platform/table/list/list.ts'
import { messages, messageSortKey, type StoredMessage } from '../message/message.ts'
import { placeFiles } from './sources/attached-files.ts'

/** How many messages before a reply are looked at, and at most 1 MB of them. */
const maxTurns = 100

/** What was said before a reply, oldest first, and what it answers. */
export const loadSaid = async ({ chat_id, number, reply_to_id }: StoredMessage) => {
  const sources = messages.in('ofChat', { chat_id })
  const { items } = await readList(newestFirst(sources), { limit: maxTurns, cursor: messageSortKey(number) })
  const said = items
    .toReversed()
    // of a deleted message, that there was one: models want a question before each answer
    .filter(({ text, deleted_at }) => text !== '' || deleted_at !== null)
    .filter(({ status }) => status === 'completed' || status === 'requires_action')
  return { said, asked: items.find(({ id }) => id === reply_to_id) }
}

/** What was said as the turns of a conversation with the assistant that is to answer. */
export const toTurns = (
  said: StoredMessage[],
  opened: ReadonlyMap<string, AttachedFile>,
  { author, asker }: StoredMessage,
): Turn[] => {
  const placed = placeFiles(said, opened)
  return said.map(({ role, author: writer, text }, index): Turn => {
    if (role === 'assistant' && writer.id === author.id) return { role: 'assistant', text, calls: [] }
    const isAsker = writer.id === asker?.id
    return { role: 'user', text, attachments: placed[index] ?? [], ...(!isAsker && { from: writer.name }) }
  })
}

/**
 * Whether others may have had a say in a message: it is theirs or an answer to them, or its author had read what others
 * wrote. Anyone who shares a file chooses its name.
 */
export const isOfOthers = (
  { role, author, asker, has_read_others, attachments }: StoredMessage,
  asker_id: string,
) =>
  role === 'assistant'
    ? asker?.id !== asker_id || has_read_others !== false
    : author.id !== asker_id || attachments.length > 0
