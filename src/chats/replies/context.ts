import { canUse } from '../../assistants/access.ts'
import { assistants, type StoredAssistant } from '../../assistants/assistant.ts'
import { functions, type PlatformFunction } from '../../functions/function.ts'
import { defaultModel, findModel } from '../../models/configured-models.ts'
import type { Model } from '../../models/model.ts'
import type { Turn } from '../../models/generation-request.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { newestFirst, readList } from '../../platform/table/list.ts'
import { users } from '../../platform/identity/user.ts'
import { takesPart } from '../access.ts'
import { chats, type StoredChat } from '../chat.ts'
import { messages, messageSortKey, type StoredMessage } from '../message.ts'

/** A reply cannot be written, whoever tries; `reason` is one sentence for the person who asked. */
export class ReplyRefused extends Error {
  override readonly name = 'ReplyRefused'
}

/** What a reply is made from. */
export interface ReplyContext {
  asker: Actor & { locale: string | null }
  assistant: StoredAssistant
  model: Model
  functions: PlatformFunction[]
  turns: Turn[]
  /** What was asked, and what the asker has said before. */
  question: string
  previousQuestion: string | undefined
}

/** So many messages before a reply are looked at, and at most 1 MB of them. */
const maxTurns = 100

const loadTurns = async ({ chat_id, number, author }: StoredMessage, { participants }: StoredChat) => {
  const sources = messages.in('ofChat', { chat_id })
  const { items } = await readList(newestFirst(sources), { limit: maxTurns, cursor: messageSortKey(number) })
  const isShared = participants.length > 2
  const said = items
    .toReversed()
    .filter(({ status, text }) => text !== '' && (status === 'completed' || status === 'requires_action'))
  const turns = said.map((message): Turn => {
    const isOwn = message.role === 'assistant' && message.author.id === author.id
    if (isOwn) return { role: 'assistant', text: message.text, calls: [] }
    const files = message.attachments.map(({ id, name }) => `\n[attached file "${name}", id ${id}]`).join('')
    return {
      role: 'user',
      text: `${isShared ? `${message.author.name}: ` : ''}${message.text}${files}`,
    }
  })
  return { turns, said }
}

/** Throws {@link ReplyRefused} when who asked, or who is to answer, is no longer a participant of the chat. */
export const requireParticipants = ({ asker, author }: StoredMessage, chat: StoredChat): void => {
  if (!asker || !takesPart(asker, chat)) throw new ReplyRefused(departed('The person who asked'))
  if (!chat.participants.some(({ id }) => id === author.id))
    throw new ReplyRefused(departed(`The assistant "${author.name}"`))
}

const departed = (who: string) => `${who} is no longer a participant of the chat.`

/** Everything that a reply is made from, as it is now; throws {@link ReplyRefused} when something of it is gone. */
export const loadReplyContext = async (reply: StoredMessage): Promise<ReplyContext> => {
  const { chat_id, author } = reply
  const asker_id = reply.asker?.id as string
  const [chat, assistant, person] = await Promise.all([
    chats.find({ id: chat_id }),
    assistants.find({ id: author.id }),
    users.find({ id: asker_id }),
  ])
  if (!chat || !person?.is_active) throw new ReplyRefused(departed('The person who asked'))
  requireParticipants(reply, chat)
  const owner = canUse(person, assistant) ? person : await users.find({ id: chat.owner.id })
  if (!assistant || !owner?.is_active || !canUse(owner, assistant))
    throw new ReplyRefused(`The assistant "${author.name}" no longer exists.`)

  const model = findModel(assistant.model_id) ?? defaultModel()
  const { id, name, role, locale } = person
  const { turns, said } = await loadTurns(reply, chat)
  const own = said.filter((message) => message.author.id === asker_id)
  const asked = own.find((message) => message.id === reply.reply_to_id)
  return {
    asker: { id, name, role, locale },
    assistant,
    model,
    functions: model.capabilities.functions
      ? functions.filter((one) => assistant.functions.includes(one.name) && one.roles.includes(role))
      : [],
    turns,
    question: asked?.text ?? '',
    previousQuestion: own.at(-2)?.text,
  }
}
