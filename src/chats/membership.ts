import * as z from 'zod'
import { entity } from '../platform/entity.ts'
import { chats, type StoredChat } from './chat.ts'

/**
 * A chat under each of its people: a copy for their list, last message first, and up to which message they have read.
 * Made and removed with the chat's participants; the copy follows by the table's stream.
 */
export const memberships = entity({
  name: 'chats.membership',
  schema: z.object({
    user_id: z.string(),
    chat_id: z.string(),
    chat: chats.schema,
    read_number: z.int().default(0),
    version: z.int(),
  }),
  key: ({ user_id, chat_id }: { user_id: string; chat_id: string }) => ({
    pk: `person-chats#${user_id}`,
    sk: `chat#${chat_id}`,
  }),
  lists: {
    ofPerson: {
      index: 'gsi1',
      partition: ({ user_id }: { user_id: string }) => `person-chats#${user_id}`,
      sort: ({ chat }) => `${chat.last_message_at ?? chat.created_at}#${chat.id}`,
      order: 'descending',
    },
  },
  live: ['read_number'],
})

/** A chat as one of its people sees it. */
export const shownChat = (chat: StoredChat, read_number: number) => ({
  ...chat,
  unread_count: Math.max(0, chat.message_count - read_number),
})

/** The ids of the people of a chat; nobody's when there is none. */
export const peopleOf = (chat: StoredChat | undefined) =>
  (chat?.participants ?? []).flatMap(({ type, id }) => (type === 'user' ? [id] : []))

/** The writes that take the rows of people along when participants come and go; who comes has read what was said before. */
export const toFollow = (before: StoredChat | undefined, after: StoredChat | undefined) => {
  const [old, present] = [new Set(peopleOf(before)), new Set(peopleOf(after))]
  const chat_id = (before ?? after)?.id as string
  return [
    ...[...present.difference(old)].map((user_id) => {
      const chat = after as StoredChat
      return memberships.toCreate(
        memberships.make({ user_id, chat_id, chat, read_number: chat.message_count }),
      )
    }),
    ...[...old.difference(present)].map((user_id) => memberships.toRemove({ user_id, chat_id })),
  ]
}

/** Makes the rows of a chat's people say what the chat says by now. */
export const refreshRows = async (chat_id: string): Promise<void> => {
  const chat = await chats.find({ id: chat_id })
  if (!chat) return
  const rows = await memberships.findMany(peopleOf(chat).map((user_id) => ({ user_id, chat_id })))
  const isOlder = (copy: StoredChat) => copy.version < chat.version || copy.message_count < chat.message_count
  await Promise.all(
    rows.map(async (row) => {
      if (row && isOlder(row.chat))
        await memberships.update(row, (current) => (isOlder(current.chat) ? { chat } : {}))
    }),
  )
}
