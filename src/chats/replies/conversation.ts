import type { AttachedFile } from '../../models/attached-file.ts'
import type { Turn } from '../../models/generation-request.ts'
import { newestFirst, readList } from '../../platform/table/list/list.ts'
import { messages, messageSortKey, type StoredMessage } from '../message/message.ts'
import { placeFiles } from './sources/attached-files.ts'

/** Maximum number of messages read before a reply, and of those at most 1 MB. */
const maxTurns = 100

/** Returns the messages before a reply, oldest first, and the message that it answers. */
export const loadPrevious = async ({ chat_id, number, reply_to_id }: StoredMessage) => {
  const sources = messages.in('ofChat', { chat_id })
  const { items } = await readList(newestFirst(sources), { limit: maxTurns, cursor: messageSortKey(number) })
  const previous = items
    .toReversed()
    // keep a deleted message without its text: models want a question before each answer
    .filter(({ text, deleted_at }) => text !== '' || deleted_at !== null)
    .filter(({ status }) => status === 'completed' || status === 'requires_action')
  return { previous, asked: items.find(({ id }) => id === reply_to_id) }
}

/** Converts messages to turns of a conversation with the answering assistant. */
export const toTurns = (
  previous: StoredMessage[],
  opened: ReadonlyMap<string, AttachedFile>,
  { author, asker }: StoredMessage,
): Turn[] => {
  const placed = placeFiles(previous, opened)
  return previous.map(({ role, author: writer, text }, index): Turn => {
    if (role === 'assistant' && writer.id === author.id) return { role: 'assistant', text, calls: [] }
    const isAsker = writer.id === asker?.id
    return { role: 'user', text, attachments: placed[index] ?? [], ...(!isAsker && { from: writer.name }) }
  })
}

/**
 * Returns true if others may have influenced a message: it is theirs or an answer to them, or its author had read texts
 * by others. A file counts as well, since the person who shares it chooses its name.
 */
export const isOfOthers = (
  { role, author, asker, has_read_others, attachments }: StoredMessage,
  asker_id: string,
) =>
  role === 'assistant'
    ? asker?.id !== asker_id || has_read_others !== false
    : author.id !== asker_id || attachments.length > 0
