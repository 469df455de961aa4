import type { Operation } from '../../platform/table/operation.ts'
import { transact } from '../../platform/table/table.ts'
import { ConflictError } from '../../platform/table/conflict.ts'
import type { Changes } from '../../platform/table/changes.ts'
import { chats, type StoredChat } from '../chat/chat.ts'
import { messages, type StoredMessage } from '../message/message.ts'
import { requireParticipants } from './context.ts'

/** Error of a run that no longer owns its reply: it was cancelled, deleted, or taken over by another run. */
export class ReplySuperseded extends Error {
  override readonly name = 'ReplySuperseded'
}

/** A reply in progress; each change fails if anyone else has changed the reply since the last one. */
export interface ReplyDraft {
  readonly message: StoredMessage
  /** Changes the reply together with `others`. Throws {@link ReplySuperseded}. */
  save: (changes: Changes<StoredMessage>, others?: Operation[]) => Promise<void>
  /**
   * Returns the current chat. Throws {@link ReplySuperseded}, or ReplyRefused if the asker or the assistant has left.
   */
  requireCurrent: () => Promise<StoredChat>
}

export const openDraft = (found: StoredMessage): ReplyDraft => {
  let message = found
  return {
    get message() {
      return message
    },
    save: async (changes, others = []) => {
      const { thing, ...update } = messages.toUpdate(message, changes)
      await transact([update, ...others]).catch((error: unknown) => {
        throw error instanceof ConflictError ? new ReplySuperseded() : error
      })
      message = thing
    },
    requireCurrent: async () => {
      const [present, chat] = await Promise.all([messages.find(message), chats.find({ id: message.chat_id })])
      if (!chat || present?.version !== message.version) throw new ReplySuperseded()
      requireParticipants(message, chat)
      return chat
    },
  }
}
