import type { Actor } from '../../platform/identity/actor.ts'
import { isAgent } from '../../platform/identity/user.ts'
import type { SummaryOf } from '../../platform/table/entity.ts'
import {
  newestFirst,
  readList,
  type ListPage,
  type PageRequest,
  type Source,
} from '../../platform/table/list/list.ts'
import { requireTicket, ticketPolicy } from '../ticket/access.ts'
import {
  allMessages,
  publicMessages,
  ticketMessages,
  type StoredTicketMessage,
} from '../ticket/ticket-message.ts'
import { tickets } from '../ticket/ticket.ts'

type Row = SummaryOf<StoredTicketMessage>
type Sources = Source<Row>[]
type Read = (sources: Sources, page: PageRequest) => Promise<ListPage<Row>>

interface MessageQuery extends PageRequest {
  /** ID of a message; only later messages are returned. */
  after?: string | undefined
  order: 'asc' | 'desc'
}

/** Reads a page in the given order. A page in descending order ends at the message in `after`. */
const readInOrder = async (
  sources: Sources,
  { after, order, ...page }: MessageQuery,
  positionOf: (id: string) => string,
  read: Read = readList,
): Promise<ListPage<Row>> => {
  if (order === 'asc') {
    const cursor = page.cursor ?? (after === undefined ? undefined : positionOf(after))
    return read(sources, { ...page, cursor })
  }
  const found = await read(newestFirst(sources), page)
  const items = found.items.filter(({ id }) => after === undefined || id > after)
  return { items, next_cursor: items.length < found.items.length ? null : found.next_cursor }
}

/**
 * Returns a reader of pages without the messages that `isSeen` rejects. Rejected messages cause neither short pages nor
 * an extra empty page at the end. Takes a second round trip only if a message is rejected. Positions are IDs.
 */
const readSeenMessages =
  (isSeen: (message: Row) => boolean): Read =>
  async (sources, { limit, cursor }) => {
    const oneMore = { limit: limit + 1, cursor }
    let found = await readList(sources, oneMore)
    if (!found.items.every(isSeen)) found = await readList(sources, oneMore, isSeen)
    const items = found.items.slice(0, limit)
    const isLonger = found.items.length > limit
    return { items, next_cursor: isLonger ? (items.at(-1)?.id ?? null) : found.next_cursor }
  }

/** Returns a page of the messages of one ticket that the caller may see; throws 404 if they may not see the ticket. */
export const queryTicketMessages = async (actor: Actor, ticket_id: string, wanted: MessageQuery) => {
  const read = (sources: Sources) => readInOrder(sources, wanted, (id) => `message#${id}`)
  const [found, ticket] = await Promise.all([
    read(isAgent(actor) ? allMessages(ticket_id) : publicMessages(ticket_id)),
    tickets.find({ id: ticket_id }),
  ])
  const { side } = requireTicket(actor, ticket)
  return isAgent(actor) && side === 'requester' ? read(publicMessages(ticket_id)) : found
}

/** Returns a page of the messages of all tickets that the caller may see; for agents, of everybody's tickets. */
export const queryMessages = (actor: Actor, wanted: MessageQuery): Promise<ListPage<Row>> => {
  if (!isAgent(actor))
    return readInOrder(
      ticketMessages.in('ofRequester', { requester_id: actor.id, is_internal: false }),
      wanted,
      (id) => id,
    )
  const isSeen = ({ is_internal, ticket_id: id, requester_id }: Row) =>
    !is_internal || ticketPolicy.allows({ id, requester: { id: requester_id } }, actor, 'agent')
  return readInOrder(ticketMessages.in('all', {}), wanted, (id) => id, readSeenMessages(isSeen))
}
