import { endpointUrl } from '../../platform/http/link.ts'
import type { Resource } from '../../platform/resource.ts'
import { documentTrigger, readableThings, scopeFor, searchScopes } from '../../platform/search/definition.ts'
import { readList } from '../../platform/table/list/list.ts'
import { chatPolicy } from '../chat/access.ts'
import { chats, chatType, type StoredChat } from '../chat/chat.ts'
import { chatUserIds } from '../chat/membership.ts'
import { messagePath, messages, type StoredMessage } from './message.ts'
import { withoutHidden } from './origin.ts'
import { withVisibleSources } from './visible-sources.ts'

export const chatMessageType = 'chat_message'

type Key = Pick<StoredMessage, 'chat_id' | 'number'>

/** Returns the reference to a message among all resources, made of its key. */
export const chatMessageRef = ({ chat_id, number }: Key): string => `${chat_id}#${number}`

/** Returns the ID of a search document: the reference after the message's own ID, so that documents sort by time. */
const documentRef = (message: Key & { id: string }) => `${message.id}#${chatMessageRef(message)}`

/** Returns the key of a message from a reference to it. */
export const chatMessageKey = (ref: string): Key => {
  const [chat_id = '', number] = ref.split('#').slice(-2)
  return { chat_id, number: Number(number) }
}

const searchScope = 'chats.message'

const messageScope = (chat: StoredChat) => scopeFor(searchScope, chatUserIds(chat))

/** Returns the text of a message for search; undefined for an unfinished reply. */
const finishedText = ({ status, text }: StoredMessage) =>
  status === 'pending' || status === 'requires_action' || text === '' ? undefined : text

/**
 * Returns the text of a message for search. If a chat has several people, the parts of a reply that come from sources
 * are left out, since search finds them there; a person alone with assistants finds everything.
 */
const indexedText = (chat: StoredChat, message: StoredMessage): string | undefined =>
  chatUserIds(chat).length > 1
    ? finishedText(withoutHidden(message, () => false, true))
    : finishedText(message)

const toMessageView = (chat: StoredChat, message: StoredMessage) => ({
  type: chatMessageType,
  id: message.id,
  title: chat.topic,
  url: endpointUrl(messagePath, { id: chat.id, message_id: message.id }),
  parent: { type: chatType.type, id: chat.id },
  text: message.text,
  updated_at: message.updated_at,
  author_id: message.author.id,
  file_ids: message.attachments.map(({ id }) => id),
  breadcrumbs: async () => [{ type: chatType.type, id: chat.id, title: chat.topic }],
})

/** Messages as a resource; accessible to the participants of the chat. */
export const messageResource: Resource = {
  type: chatMessageType,
  trash: 'Messages are deleted with their chat.',
  undo: 'Messages are not recorded in the history.',
  erasure: true,
  rights: 'A message is visible with its chat.',
  isPart: true,
  holdsFiles: true,
  search: {
    scopesOf: (reader) => searchScopes(searchScope, reader),
    containerType: chatType.type,
    triggers: [
      documentTrigger(messages, finishedText, ({ record }) => [{ id: documentRef(record) }]),
      // a chat of one person may become one of several
      documentTrigger(chats, messageScope, ({ before, after }) =>
        before && after ? [{ within: after.id }] : [],
      ),
    ],
    document: async (ref) => {
      const key = chatMessageKey(ref)
      const [message, chat] = await Promise.all([messages.find(key), chats.find({ id: key.chat_id })])
      const text = message && chat && indexedText(chat, message)
      if (!chat || text === undefined) return undefined
      const refers_to = message?.sources ?? []
      return { scopes: [messageScope(chat)], container: chat.id, title: '', refers_to, text }
    },
    readable: readableThings(chats, chatPolicy.decide),
    idsWithin: async (chat_id, page) => {
      const { items, next_cursor } = await readList(messages.in('ofChat', { chat_id }), page)
      return { items: items.map(documentRef), next_cursor }
    },
  },
  load: async (reader, wanted) => {
    const keys = wanted.map(({ id }) => chatMessageKey(id))
    const [around, found] = await Promise.all([
      chats.findMany(keys.map(({ chat_id }) => ({ id: chat_id }))),
      messages.findMany(keys),
    ])
    const readable = found.flatMap((message, index) => {
      const chat = around[index]
      return message && chat && chatPolicy.decide(chat, reader) ? [{ message, chat, index }] : []
    })
    const visible = await withVisibleSources(
      reader,
      readable.map(({ message }) => message),
    )
    const views = new Map(
      readable.map(({ chat, index }, n) => [index, toMessageView(chat, visible[n] as StoredMessage)]),
    )
    return found.map((_, index) => views.get(index))
  },
}
