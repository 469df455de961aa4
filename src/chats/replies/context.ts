import { randomBytes } from 'node:crypto'
import { assistantPolicy, isSoleEditor } from '../../assistants/assistant/access.ts'
import { assistants, type StoredAssistant } from '../../assistants/assistant/assistant.ts'
import { functions, type OfferedFunction } from '../../functions/function.ts'
import { trustedFunctions, trusts } from '../../assistants/assistant/trust.ts'
import { defaultModel, findConfiguredModel, findModel } from '../../models/configured-models.ts'
import { requireTokens } from '../../models/usage.ts'
import type { AttachedFile } from '../../models/attached-file.ts'
import type { Model } from '../../models/model.ts'
import type { Turn } from '../../models/generation-request.ts'
import { isMakerOver } from '../../platform/identity/access-token.ts'
import { tokenClaims, type Actor } from '../../platform/identity/actor.ts'
import { findPrincipal } from '../../platform/identity/principals.ts'
import { takesPart } from '../chat/access.ts'
import { chats, type StoredChat } from '../chat/chat.ts'
import { loadAttachedFiles } from './sources/attached-files.ts'
import { isOfOthers, loadPrevious, toTurns } from './conversation.ts'
import { loadReplyAudience, type Audience } from './sources/audience.ts'
import { loadPriorSources } from './sources/prior-sources.ts'
import type { CitedSource } from './sources/cited-source.ts'
import { removeMentions } from '../message/mentions.ts'
import type { StoredMessage } from '../message/message.ts'

/** Error of a reply that cannot be written by any attempt; the message is one sentence for the person who asked. */
export class ReplyRefused extends Error {
  override readonly name = 'ReplyRefused'
}

export interface ReplyContext {
  asker: Actor & { locale: string | null }
  assistant: StoredAssistant
  model: Model
  functions: OfferedFunction[]
  /**
   * True if the asker is responsible for the assistant (isSoleEditor); `trusted` are the functions that need no
   * approval.
   */
  isOwn: boolean
  trusted: string[]
  /** People other than the asker who may learn what goes into the reply. */
  listeners: Audience
  turns: Turn[]
  /** True if other people are in the chat. */
  isOverheard: boolean
  /** Origins of earlier replies among the turns. */
  earlier: CitedSource[]
  /** True if the turns contain texts by others, or replies that used such texts. */
  hasOthersTurns: boolean
  /** Suffix of the tags around texts by others (GenerationRequest). */
  boundary: string
  /** Files attached to the conversation, newest first; `askedFileIds` are those attached to the question. */
  opened: AttachedFile[]
  askedFileIds: string[]
  /** The question, without mentions; `askerTexts` are all messages of the asker among the turns. */
  question: string
  askerTexts: string[]
  /** Tokens used to embed the question, until a step counts them. */
  embeddingTokens?: number
}

/** Throws {@link ReplyRefused} if the asker or the answering assistant is no longer a participant of the chat. */
export const requireParticipants = ({ asker, author }: StoredMessage, chat: StoredChat): void => {
  if (!asker || !takesPart(asker, chat)) throw new ReplyRefused(departed('The person who asked'))
  if (!chat.participants.some(({ id }) => id === author.id))
    throw new ReplyRefused(departed(`The assistant "${author.name}"`))
}

export const hasOthers = ({ participants }: StoredChat, asker_id: string): boolean =>
  participants.some(({ type, id }) => type === 'user' && id !== asker_id)

const departed = (who: string) => `${who} is no longer a participant of the chat.`

/** Loads the current chat, asker and assistant. Throws {@link ReplyRefused} if one of them does not exist. */
const loadParties = async (reply: StoredMessage, asker_id: string) => {
  const { chat_id, author } = reply
  const [chat, assistant, person, trust, isTokenOver] = await Promise.all([
    chats.find({ id: chat_id }),
    assistants.find({ id: author.id }),
    findPrincipal(asker_id),
    trusts.find({ user_id: asker_id, assistant_id: author.id }),
    isMakerOver({ user_id: asker_id, token_id: reply.asker_token_id }),
  ])
  if (isTokenOver) throw new ReplyRefused('The access token that requested this reply has ended.')
  if (!chat || !person?.is_active) throw new ReplyRefused(departed('The person who asked'))
  requireParticipants(reply, chat)
  const isUsed = assistant && assistantPolicy.authorize(assistant, person)
  const owner = isUsed ? person : await findPrincipal(chat.owner.id)
  if (!assistant || !owner?.is_active || !assistantPolicy.authorize(assistant, owner))
    throw new ReplyRefused(`The assistant "${author.name}" no longer exists.`)
  return { chat, person, assistant, trusted: trustedFunctions(trust, assistant) }
}

/**
 * Returns the requested model, or else the assistant's, or else the default; skips models that are no longer
 * configured. Throws {@link ReplyRefused} if a model is configured but the asker may not use it.
 */
const modelFor = async (
  asker: Pick<Actor, 'role' | 'groups'>,
  { requested_model_id }: StoredMessage,
  { model_id }: StoredAssistant,
): Promise<Model> => {
  for (const id of [requested_model_id ?? model_id, model_id]) {
    const model = await findModel(asker, id)
    if (model) return model
    if (await findConfiguredModel(id))
      throw new ReplyRefused('The person who asked may not use the model for this reply.')
  }
  return defaultModel()
}

/** Returns the access token that requested a reply, as part of the asker. */
const askerToken = ({ asker_scope: scope, asker_token_id: token_id }: StoredMessage) =>
  tokenClaims({ scope, token_id })

/** Loads the current input for a reply. Throws {@link ReplyRefused} if a part of the input does not exist. */
export const loadReplyContext = async (reply: StoredMessage): Promise<ReplyContext> => {
  const asker_id = reply.asker?.id as string
  const { chat, person, assistant, trusted } = await loadParties(reply, asker_id)
  const model = await modelFor(person, reply, assistant)
  const { id, name, role, groups, locale } = person
  const [{ previous: all, asked }, listeners] = await Promise.all([
    loadPrevious(reply),
    loadReplyAudience(chat, assistant, asker_id),
    requireTokens(person),
  ])
  if (asked && asked.deleted_at !== null) throw new ReplyRefused('The message it replies to was deleted.')
  const asker = { id, name, role, groups, locale, ...askerToken(reply) }
  const [opened, { previous, earlier }] = await Promise.all([
    loadAttachedFiles([asker, ...listeners.people], model, all),
    loadPriorSources(asker, listeners, all),
  ])
  const plain = previous.map((one) => ({ ...one, text: removeMentions(one.text, chat.participants) }))
  const own = plain.filter((message) => message.author.id === asker_id && message.text !== '')
  return {
    asker,
    assistant,
    model,
    functions: model.capabilities.functions
      ? functions.filter((one) => assistant.functions.includes(one.name) && one.roles.includes(role))
      : [],
    isOwn: isSoleEditor(person, assistant),
    trusted,
    listeners,
    isOverheard: hasOthers(chat, asker_id),
    // the embedded model ignores earlier answers
    earlier: model.provider === 'embedded' ? [] : earlier,
    turns: toTurns(model.provider === 'embedded' ? plain : previous, opened, reply),
    opened: [...opened.values()],
    askedFileIds: asked?.attachments.map((file) => file.id) ?? [],
    hasOthersTurns: previous.some((message) => isOfOthers(message, asker_id)),
    boundary: randomBytes(8).toString('hex'),
    question: removeMentions(asked?.text ?? '', chat.participants),
    askerTexts: own.map(({ text }) => text),
  }
}
