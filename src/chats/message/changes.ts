import { isDeepStrictEqual } from 'node:util'
import type * as z from '../../platform/schema/schema.ts'
import { toAttach, type Attachment } from '../../files/attachment/attachment.ts'
import { presentAttachments } from '../../files/attachment/present-attachments.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { awaitLater } from '../../platform/runtime/await-later.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { now } from '../../platform/runtime/time.ts'
import { requireFixed } from '../../platform/schema/update-fields.ts'
import type { IfMatch } from '../../platform/table/changes.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { transact, writeItem } from '../../platform/table/table.ts'
import { chatMessageRef, chatMessageType } from './resource.ts'
import { loadMessage, locateMessage } from './feed.ts'
import { messages, type StoredMessage } from './message.ts'
import type { MessageInput } from './input.ts'
import { isUnfinished, toCancel } from './reply-status.ts'
import { loadSentMessage } from './sent-message.ts'

/** Period in which the author may change or delete a message: 24 hours. */
const maxAgeMilliseconds = 86_400_000

export const messageAuthorRequired = problem(
  'chats.author_required',
  403,
  'Only the author of the message may change or delete it.',
)

export const messagePeriodOver = problem(
  'chats.change_period_over',
  403,
  'A message can only be changed or deleted within 24 hours.',
)

export const messageDeleted = problem('chats.message_deleted', 409, 'The message was deleted.')

const requireAuthor = ({ id }: Actor, { role, author }: StoredMessage): void => {
  if (role !== 'user' || author.id !== id) throw messageAuthorRequired()
}

const requireRecentMessage = ({ created_at }: StoredMessage): void => {
  if (Date.now() - Date.parse(created_at) > maxAgeMilliseconds) throw messagePeriodOver()
}

type FixedFields = Pick<z.output<typeof MessageInput>, 'data' | 'attachments' | 'mentions' | 'reply_to_id'>

/** Returns the fields of a message other than its text, in the form of a request body. */
const fixedFields = ({ data, attachments, mentions, reply_to_id }: StoredMessage) => ({
  data: data === null ? null : (JSON.parse(data) as Record<string, unknown>),
  attachments: attachments.map(({ id }) => id),
  mentions,
  reply_to_id,
})

/**
 * Throws 422 if a request body would change any field other than the text. The files may also be those `shown`, without
 * files in the trash.
 */
const requireSameFields = (message: StoredMessage, shown: Attachment[], given: FixedFields): void => {
  const { attachments, ...others } = given
  const ids = shown.map(({ id }) => id)
  const isAsShown = isDeepStrictEqual(attachments, ids)
  requireFixed(
    fixedFields(message),
    { ...others, ...(!isAsShown && { attachments }) },
    'send a new message instead',
  )
}

/**
 * Changes the text of a message of the caller; its mentions and the replies to it stay unchanged. Throws 403, 404, 409,
 * 412, 422.
 */
export const editMessage = async (
  actor: Actor,
  chat_id: string,
  id: string,
  { text, data, attachments, mentions, reply_to_id }: z.output<typeof MessageInput>,
  ifMatch: IfMatch,
): Promise<StoredMessage> => {
  const { message } = await loadMessage(actor, chat_id, id)
  // a missing permission is reported first
  const presenting = awaitLater(presentAttachments(message.attachments))
  return messages.modify(message, async (current) => {
    requireAuthor(actor, current)
    requireRecentMessage(current)
    const { isSame } = messages.toUpdate(current, { text }, ifMatch)
    if (current.deleted_at !== null) throw messageDeleted()
    const shown = await presenting
    requireSameFields(current, shown, { data, attachments, mentions, reply_to_id })
    if (isSame) return { ...current, attachments: shown }
    const edited_at = now()
    const changes = { text, edited_at, updated_at: edited_at }
    const { thing, ...update } = messages.toUpdate(current, changes, ifMatch)
    await writeItem(update)
    return { ...thing, attachments: shown }
  })
}

/**
 * Deletes the contents of a message of the caller, and cancels unfinished replies to it. The message stays in the feed,
 * as do finished replies. Does nothing if it was deleted before. Throws 403, 404, 412.
 */
export const clearMessage = async (
  actor: Actor,
  chat_id: string,
  id: string,
  ifMatch: IfMatch,
): Promise<void> => {
  const { key } = await locateMessage(actor, chat_id, id)
  await retryOnConflict(async () => {
    const { message, replies } = await loadSentMessage(key)
    requireAuthor(actor, message)
    if (message.deleted_at !== null) return
    requireRecentMessage(message)
    const deleted_at = now()
    const cleared = { text: '', data: null, attachments: [], deleted_at, updated_at: deleted_at }
    const deletion = messages.toUpdate(message, cleared, ifMatch)
    const unfinished = replies.flatMap(({ reply }) => (isUnfinished(reply) ? [reply] : []))
    await transact([
      deletion,
      ...toAttach(chatMessageType, chatMessageRef(message), message.attachments, []),
      ...unfinished.flatMap((reply) => toCancel(reply).operations),
    ])
  })
}
