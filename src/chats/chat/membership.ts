import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { maxWritesTogether } from '../../platform/table/table.ts'
import { chats, type StoredChat } from './chat.ts'
import { isNewer, presentLastMessage } from './last-message.ts'

/**
 * A chat in the list of one of its people: a copy of the chat, the number of the last message that the person has read,
 * and the numbers of later messages that were deleted. Created and removed with the chat's participants; the table's
 * stream updates the copy.
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

/** Returns a chat for one of its people; deleted messages do not count as unread. */
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

/** Returns the IDs of the people of a chat; empty if there is no chat. */
export const chatUserIds = (chat: StoredChat | undefined) =>
  (chat?.participants ?? []).flatMap(({ type, id }) => (type === 'user' ? [id] : []))

const newMembership = (chat: StoredChat, user_id: string) =>
  chatMemberships.make({ user_id, chat_id: chat.id, chat, read_number: chat.message_count })

/** Maximum number of membership rows in a transaction, beside the chat's own write. */
export const maxMembershipWrites = maxWritesTogether - 1

/**
 * Returns the writes that create and remove membership rows when participants join and leave; new participants have
 * read all earlier messages. If the writes exceed one transaction, removals come first, and {@link refreshMemberships}
 * creates the remaining rows.
 */
export const toSyncMemberships = (before: StoredChat | undefined, after: StoredChat | undefined) => {
  const [old, present] = [new Set(chatUserIds(before)), new Set(chatUserIds(after))]
  const chat_id = (before ?? after)?.id as string
  return [
    ...[...old.difference(present)].map((user_id) => chatMemberships.toRemove({ user_id, chat_id })),
    ...[...present.difference(old)].map((user_id) =>
      chatMemberships.toCreate(newMembership(after as StoredChat, user_id)),
    ),
  ]
}

/** Removes new rows of people who left the chat while the rows were created. */
const removeDeparted = async (chat_id: string, made: string[]): Promise<void> => {
  if (made.length === 0) return
  const present = new Set(chatUserIds(await chats.find({ id: chat_id })))
  const gone = made.filter((user_id) => !present.has(user_id))
  await Promise.all(gone.map((user_id) => chatMemberships.remove({ user_id, chat_id })))
}

/** Updates the membership rows of a chat's people from the chat, and creates missing ones. */
export const refreshMemberships = async (chat_id: string): Promise<void> => {
  const chat = await chats.find({ id: chat_id })
  if (!chat) return
  const people = chatUserIds(chat)
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

/** Maximum number of deleted unread messages that a row records. */
const maxDeletedNumbers = 1_000

/** Records a deleted message in the rows of the people who have not read it. */
export const noteDeletedMessage = async (chat_id: string, number: number): Promise<void> => {
  const chat = await chats.find({ id: chat_id })
  const rows = await chatMemberships.findMany(chatUserIds(chat).map((user_id) => ({ user_id, chat_id })))
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
