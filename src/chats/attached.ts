import type { Actor } from '../platform/identity/actor.ts'
import { takesPart } from './access.ts'
import { chats } from './chat.ts'
import { messages, type StoredMessage } from './message.ts'

/** The name of a message among the things that files are attached to: what its key is made of. */
export const thingOf = ({ chat_id, number }: Pick<StoredMessage, 'chat_id' | 'number'>) =>
  `${chat_id}#${number}`

/** Whether somebody may see the message that is named so, and with it the files that it carries. */
export const seesMessage = async (actor: Actor, thing: string): Promise<boolean> => {
  const [chat_id = '', number] = thing.split('#')
  const [chat, message] = await Promise.all([
    chats.find({ id: chat_id }),
    messages.find({ chat_id, number: Number(number) }),
  ])
  return chat !== undefined && message !== undefined && takesPart(actor, chat)
}
