import type * as z from '../platform/schema/schema.ts'
import { endpointUrl } from '../platform/http/link.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { readList } from '../platform/table/list/list.ts'
import { contentsPath } from '../platform/http/contents-links.ts'
import { requireChat } from './chat/access.ts'
import { chats, type StoredChat } from './chat/chat.ts'
import type { Citation } from './message/citation.ts'
import type { FunctionCall } from './message/function-call.ts'
import { presentMessage } from './message/message-view.ts'
import { messages, type StoredMessage } from './message/message.ts'
import { withPresentReferences } from './message/present-references.ts'
import type { Nodes } from 'mdast'
import { allowAddresses } from './replies/sources/addresses.ts'
import { parseGfm } from '../language/markdown-tree.ts'
import { toSafeMarkdown } from './replies/safe-markdown.ts'

/**
 * Formats a name or title as plain text on one line: any punctuation may be escaped (CommonMark, backslash escapes).
 */
const escapeLine = (text: string): string =>
  text
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .replaceAll(/[!-/:-@[-`{-~]/g, '\\$&')

/** Formats a value as JSON in a code block; no line of JSON can close the block. */
const formatJson = (value: unknown): string =>
  `\`\`\`json\n${JSON.stringify(value, null, 2) ?? 'null'}\n\`\`\``

const footnoteStarts = (node: Nodes): number[] => [
  ...(node.type === 'footnoteDefinition' && node.position ? [node.position.start.offset as number] : []),
  ...('children' in node ? node.children.flatMap(footnoteStarts) : []),
]

/** Escapes footnote definitions: a renderer would move the notes behind all messages. */
const escapeFootnotes = (markdown: string): string => {
  if (!markdown.includes('[^')) return markdown
  return footnoteStarts(parseGfm(markdown)).reduceRight(
    (text, at) => `${text.slice(0, at)}\\${text.slice(at)}`,
    markdown,
  )
}

/** Keeps links to web pages and email addresses, and pictures that are files of this service. */
const addresses = {
  isLink: (url: string) => !/^[a-z][a-z\d+.-]*:/i.test(url) || /^(?:https?|mailto):/i.test(url),
  isPicture: (url: string) => allowAddresses([]).isPicture(url),
}

/**
 * Formats a message as a quotation that its content cannot end: each line gets a mark, and what would affect the rest
 * of the document (HTML, definitions, footnotes) becomes text. Tabs become spaces, since their meaning changes after a
 * mark.
 */
export const blockquoteMarkdown = (markdown: string): string =>
  escapeFootnotes(toSafeMarkdown(markdown.replaceAll('\t', '    '), addresses))
    .split(/\r\n|\n|\r/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')

type Shown = ReturnType<typeof presentMessage>

/** Number of messages per read. */
const pageSize = 100

const formatTime = (time: string) => `${time.slice(0, 19).replace('T', ' ')} UTC`

const messageHeading = ({ author, role, created_at, edited_at }: Shown) =>
  [
    `## ${escapeLine(author.name)}${role === 'assistant' ? ' (assistant)' : ''}, ${formatTime(created_at)}`,
    edited_at && ` (edited ${formatTime(edited_at)})`,
  ]
    .filter(Boolean)
    .join('')

const messageState = ({ deleted_at, status, error }: Shown) => {
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
  `${['Source', number].filter(Boolean).join(' ')}: [${escapeLine(title)}](${url})\n\n${blockquoteMarkdown(quote)}`

const formatExportedMessage = (message: Shown): string => {
  const { text, data = null, attachments = [], function_calls = [], sources = [] } = message
  return [
    messageHeading(message),
    messageState(message),
    text && blockquoteMarkdown(text),
    data && formatJson(data),
    ...attachments.map(({ id, name }) => `File: [${escapeLine(name)}](${endpointUrl(contentsPath, { id })})`),
    ...function_calls.map(formatCall),
    ...sources.map(formatSource),
  ]
    .filter(Boolean)
    .join('\n\n')
}

async function* formatChat(chat: StoredChat, reader: Actor): AsyncGenerator<string> {
  const people = chat.participants.map(({ name }) => escapeLine(name)).join(', ')
  yield `# ${escapeLine(chat.topic)}\n\nParticipants: ${people}\n`
  const format = (message: StoredMessage) => `\n${formatExportedMessage(presentMessage(message, reader))}\n`
  let cursor: string | undefined
  do {
    const page = await readList(messages.in('ofChat', { chat_id: chat.id }), { limit: pageSize, cursor })
    // messages written meanwhile are left out
    const items = page.items.filter(({ number }) => number <= chat.message_count)
    yield (await withPresentReferences(reader, items)).map(format).join('')
    cursor = items.length === page.items.length ? (page.next_cursor ?? undefined) : undefined
  } while (cursor !== undefined)
}

/**
 * Exports a whole chat as the actor may see it, as Markdown that arrives page by page, oldest message first. Throws 404
 * if the actor is not a participant.
 */
export const exportMarkdown = async (actor: Actor, id: string) => {
  const chat = requireChat(actor, await chats.find({ id }))
  return { chat, markdown: formatChat(chat, actor) }
}
