import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { maxWritesTogether } from '../../platform/table/table.ts'
import { chats, type StoredChat } from './chat.ts'
import { isNewer, presentLastMessage } from './last-message.ts'

/**
 * A chat under each of its people: a copy for their list, last message first, up to which message they have read, and
 * which of those behind it were deleted.
 * Made and removed with the chat's participants; the copy follows by the table's stream.
 */
export const chatMemberships = entity({
  name: 'chats.membership',
  isInternal: true,
  schema: z.object({
    user_id: z.string(),
    chat_id: z.string(),
    chat: chats.schema,
    read_number: z.int().default(0),
    deleted_numbers: z.array(z.int()).default([]),
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
  counters: ['read_number'],
})

type Reading = Pick<ThingOf<typeof chatMemberships>, 'read_number' | 'deleted_numbers'>

const nothingRead: Reading = { read_number: 0, deleted_numbers: [] }

/** A chat as one of its people sees it: deleted messages cannot be read any more. */
export const presentChat = (
  chat: StoredChat,
  reader: { id: string },
  { read_number, deleted_numbers }: Reading = nothingRead,
) => ({
  ...chat,
  last_message: presentLastMessage(chat.last_message, reader),
  unread_count: Math.max(
    0,
    chat.message_count - read_number - deleted_numbers.filter((number) => number > read_number).length,
  ),
})

/** The ids of the people of a chat; nobody's when there is none. */
export const userIdsOf = (chat: StoredChat | undefined) =>
  (chat?.participants ?? []).flatMap(({ type, id }) => (type === 'user' ? [id] : []))

const newMembership = (chat: StoredChat, user_id: string) =>
  chatMemberships.make({ user_id, chat_id: chat.id, chat, read_number: chat.message_count })

/** One of the writes of a transaction is the chat's. */
export const maxMembershipWrites = maxWritesTogether - 1

/**
 * The writes that take the rows of people along when participants come and go; who comes has read what was
 * said before. Where they are more than go at once, who goes is first, and those who come last get their rows
 * by {@link refreshMemberships}.
 */
export const toSyncMemberships = (before: StoredChat | undefined, after: StoredChat | undefined) => {
  const [old, present] = [new Set(userIdsOf(before)), new Set(userIdsOf(after))]
  const chat_id = (before ?? after)?.id as string
  return [
    ...[...old.difference(present)].map((user_id) => chatMemberships.toRemove({ user_id, chat_id })),
    ...[...present.difference(old)].map((user_id) =>
      chatMemberships.toCreate(newMembership(after as StoredChat, user_id)),
    ),
  ]
}

/** Takes rows back of people who have left while they were made. */
const removeDeparted = async (chat_id: string, made: string[]): Promise<void> => {
  if (made.length === 0) return
  const present = new Set(userIdsOf(await chats.find({ id: chat_id })))
  const gone = made.filter((user_id) => !present.has(user_id))
  await Promise.all(gone.map((user_id) => chatMemberships.remove({ user_id, chat_id })))
}

/** Makes the rows of a chat's people say what the chat says by now, and those that are missing. */
export const refreshMemberships = async (chat_id: string): Promise<void> => {
  const chat = await chats.find({ id: chat_id })
  if (!chat) return
  const people = userIdsOf(chat)
  const rows = await chatMemberships.findMany(people.map((user_id) => ({ user_id, chat_id })))
  const isOlder = (copy: StoredChat) =>
    copy.version < chat.version ||
    copy.message_count < chat.message_count ||
    isNewer(chat.last_message, copy.last_message)
  await Promise.all(
    people.map(async (user_id, index) => {
      const row = rows[index]
      if (!row) await chatMemberships.ensure(newMembership(chat, user_id))
      else if (isOlder(row.chat))
        await chatMemberships.updateIfThere(row, (current) => (isOlder(current.chat) ? { chat } : {}))
    }),
  )
  await removeDeparted(
    chat_id,
    people.filter((_, index) => !rows[index]),
  )
}

/** How many deleted messages are remembered of those that a person has not read. */
const maxDeletedNumbers = 1_000

/** Tells the rows of those who have not read a message that it was deleted. */
export const noteDeletedMessage = async (chat_id: string, number: number): Promise<void> => {
  const chat = await chats.find({ id: chat_id })
  const rows = await chatMemberships.findMany(userIdsOf(chat).map((user_id) => ({ user_id, chat_id })))
  await Promise.all(
    rows.map(async (row) => {
      if (!row || row.read_number >= number) return
      await chatMemberships.updateIfThere(row, ({ read_number, deleted_numbers }) => {
        const unread = new Set([...deleted_numbers, number].filter((one) => one > read_number))
        return { deleted_numbers: [...unread].slice(-maxDeletedNumbers) }
      })
    }),
  )
}
