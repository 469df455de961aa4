import * as z from '../../platform/schema/schema.ts'
import { isUnread } from '../../notifications/notify.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { entity } from '../../platform/table/entity.ts'
import { writeItem } from '../../platform/table/table.ts'
import { chatMemberships } from '../chat/membership.ts'

/** The last message of a chat that somebody was told. */
const toldMessages = entity({
  name: 'chats.told_message',
  isInternal: true,
  schema: z.object({
    user_id: z.string(),
    chat_id: z.string(),
    cause: z.string(),
    at: z.string(),
    version: z.int(),
  }),
  key: ({ user_id, chat_id }: { user_id: string; chat_id: string }) => ({
    pk: chatMemberships.keyOf({ user_id, chat_id }).pk,
    sk: `told#${chat_id}`,
  }),
})

/**
 * Whether somebody is to be told of a message: not while they have not read what they were told of one before
 * (decision 0056).
 */
export const takeTurn = (
  user_id: string,
  chat_id: string,
  news: { cause: string; at: string },
): Promise<boolean> =>
  retryOnConflict(async () => {
    const last = await toldMessages.find({ user_id, chat_id })
    // it is told again where it was cut off
    if (last?.cause === news.cause) return true
    if (last && (await isUnread(user_id, last))) return false
    const write = last
      ? toldMessages.toUpdate(last, news)
      : toldMessages.toCreate(toldMessages.make({ user_id, chat_id, ...news }))
    await writeItem(write)
    return true
  })
