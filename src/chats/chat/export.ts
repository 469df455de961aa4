import type * as z from '../../platform/schema/schema.ts'
import { urlOf } from '../../platform/http/link.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { readList } from '../../platform/table/list/list.ts'
import { contentsPath } from '../../files/file/file.ts'
import { requireChat } from '../access.ts'
import { chats, type StoredChat } from './chat.ts'
import type { Citation } from '../message/citation.ts'
import { escapeLine, formatJson, quoteMarkdown } from './export-markdown.ts'
import type { FunctionCall } from '../message/function-call.ts'
import { presentMessage } from '../message/message-view.ts'
import { messages, type StoredMessage } from '../message/message.ts'
import { withPresentReferences } from '../message/present-references.ts'

type Shown = ReturnType<typeof presentMessage>

/** How many messages are read at a time. */
const pageSize = 100

const formatTime = (time: string) => `${time.slice(0, 19).replace('T', ' ')} UTC`

const headingOf = ({ author, role, created_at, edited_at }: Shown) =>
  [
    `## ${escapeLine(author.name)}${role === 'assistant' ? ' (assistant)' : ''}, ${formatTime(created_at)}`,
    edited_at && ` (edited ${formatTime(edited_at)})`,
  ]
    .filter(Boolean)
    .join('')

const stateOf = ({ deleted_at, status, error }: Shown) => {
  if (deleted_at) return `*Deleted ${formatTime(deleted_at)}.*`
  if (status === undefined || status === 'completed') return ''
  return `*${status.replaceAll('_', ' ')}${error ? `: ${escapeLine(error)}` : ''}*`
}

const formatCall = ({ name, status, truncated, arguments: given, result, error }: FunctionCall) =>
  [
    `Call of ${escapeLine(name)}: ${status}${truncated ? ', shown in part' : ''}`,
    Object.keys(given).length > 0 && formatJson(given),
    result !== null && `Result:\n\n${formatJson(result)}`,
    error && `Error: ${escapeLine(error)}`,
  ]
    .filter(Boolean)
    .join('\n\n')

const formatSource = ({ number, title, url, quote }: z.input<typeof Citation>) =>
  `${['Source', number].filter(Boolean).join(' ')}: [${escapeLine(title)}](${url})\n\n${quoteMarkdown(quote)}`

const formatMessage = (message: Shown): string => {
  const { text, data = null, attachments = [], function_calls = [], sources = [] } = message
  return [
    headingOf(message),
    stateOf(message),
    text && quoteMarkdown(text),
    data && formatJson(data),
    ...attachments.map(({ id, name }) => `File: [${escapeLine(name)}](${urlOf(contentsPath, { id })})`),
    ...function_calls.map(formatCall),
    ...sources.map(formatSource),
  ]
    .filter(Boolean)
    .join('\n\n')
}

async function* formatChat(chat: StoredChat, reader: Actor): AsyncGenerator<string> {
  const people = chat.participants.map(({ name }) => escapeLine(name)).join(', ')
  yield `# ${escapeLine(chat.topic)}\n\nParticipants: ${people}\n`
  const format = (message: StoredMessage) => `\n${formatMessage(presentMessage(message, reader))}\n`
  let cursor: string | undefined
  do {
    const page = await readList(messages.in('ofChat', { chat_id: chat.id }), { limit: pageSize, cursor })
    // what is written in the meantime is not waited for
    const items = page.items.filter(({ number }) => number <= chat.message_count)
    yield (await withPresentReferences(reader, items)).map(format).join('')
    cursor = items.length === page.items.length ? (page.next_cursor ?? undefined) : undefined
  } while (cursor !== undefined)
}

/**
 * A whole chat as somebody may see it, as Markdown that arrives page by page, oldest message first. Throws 404 when
 * they take no part in the chat.
 */
export const exportChat = async (actor: Actor, id: string) => {
  const chat = requireChat(actor, await chats.find({ id }), 'participate')
  return { chat, markdown: formatChat(chat, actor) }
}
