import { createAssistant } from '../../src/assistants/endpoints/create-assistant.ts'
import { createChat } from '../../src/chats/endpoints/create-chat.ts'
import { createMessage } from '../../src/chats/endpoints/create-message.ts'
import { readChat } from '../../src/chats/endpoints/read-chat.ts'
import { readMessage } from '../../src/chats/endpoints/read-message.ts'
import type { BodyOf, QueryOf } from './call.ts'
import { made } from './given.ts'
import type { SignedIn } from './people.ts'
import { scriptedModelId } from './scripted-provider.ts'
import { settle } from './world.ts'

interface Named {
  id: string
}

type AssistantFields = Partial<BodyOf<typeof createAssistant>>

/** Creates a chat of `as` with others, people or assistants. */
export const givenChat = (
  as: SignedIn,
  others: Named[] = [],
  fields: Partial<BodyOf<typeof createChat>> = {},
) =>
  made(createChat, {
    as,
    body: { topic: 'Release 2.0', participants: others.map(({ id }) => id), ...fields },
  })

/** Posts a message of `as` to a chat; returns it with the pending replies: `{message, replies}`. */
export const givenWords = (
  as: SignedIn,
  { id }: Named,
  fields: Partial<BodyOf<typeof createMessage>> | string = {},
) =>
  made(createMessage, {
    as,
    params: { id },
    body: typeof fields === 'string' ? { text: fields } : { text: 'Some words', ...fields },
  })

/** Returns a chat with its messages as `as` sees it: `{chat, items, next_cursor}`. */
export const chatFor = (as: SignedIn, { id }: Named, query: QueryOf<typeof readChat> = {}) =>
  made(readChat, { as, params: { id }, query })

/** Returns a message as `as` sees it. */
export const messageFor = (as: SignedIn, { id, chat_id }: Named & { chat_id: string }) =>
  made(readMessage, { as, params: { id: chat_id, message_id: id } })

/** Creates an assistant of `as` on the scripted model, unless `fields` override it. */
export const givenAssistant = (as: SignedIn, fields: AssistantFields = {}) =>
  made(createAssistant, { as, body: { name: 'Helper', model_id: scriptedModelId, ...fields } })

/** Creates a chat of `as` with an assistant of theirs. */
export const givenTalk = async (as: SignedIn, fields: AssistantFields = {}) => {
  const assistant = await givenAssistant(as, fields)
  return { assistant, chat: await givenChat(as, [assistant]) }
}

/** Returns the reply to a question of `as`, after all consequences. */
export const replyTo = async (as: SignedIn, chat: Named, text: string) => {
  const { replies } = await givenWords(as, chat, text)
  await settle()
  return messageFor(as, replies[0]!)
}
