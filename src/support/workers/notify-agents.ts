import { notify } from '../../notifications/notify.ts'
import { logOutcome } from '../../notifications/outcome.ts'
import { filterThrottled } from '../../notifications/notification-throttle.ts'
import { worker, type Worker } from '../../platform/events/worker.ts'
import { findPrincipals, type FoundPrincipal } from '../../platform/identity/principals.ts'
import { linkTo } from '../../platform/resource.ts'
import { readList } from '../../platform/table/list/list.ts'
import { agents, isActiveAgent } from '../agent.ts'
import { loadDescriptionExcerpt } from '../ticket/description-excerpt.ts'
import { deskEvents } from '../queues.ts'
import { isOpen, tickets, ticketType, type StoredTicket } from '../ticket/ticket.ts'

/** Maximum number of agents per queue message. */
const agentsAtOnce = 200

/**
 * Returns one page of the agents in the group: all of them, the active ones, and the active ones who are not left out.
 */
const nextAgents = async (group_id: string | null, cursor: string | null, leftOut: string[]) => {
  const { items, next_cursor } = await readList(agents.in('all', {}), {
    limit: agentsAtOnce,
    cursor: cursor ?? undefined,
  })
  const found = await findPrincipals(items.map(({ user_id }) => user_id))
  const all = found.filter(
    (person) => person && (group_id === null || person.groups.includes(group_id)),
  ) as FoundPrincipal[]
  const active = all.filter(isActiveAgent).map(({ id }) => id)
  const people = active.filter((id) => !leftOut.includes(id))
  return { all: all.map(({ id }) => id), active, people, next_cursor }
}

/** Returns true if the ticket still needs an agent; a redelivered message may be about one that no longer does. */
const needsAgent = (ticket: StoredTicket, type: 'ticket_created' | 'ticket_reply'): boolean =>
  isOpen(ticket) && (type === 'ticket_reply' || ticket.assignee_id === null)

/**
 * Notifies the agents in the group of a ticket, or all agents if the group has no other agent. An agent is
 * notified once until they read the notification or any agent acts on the ticket.
 */
const notifyPage = worker(deskEvents, {}, async (event) => {
  const { ticket_id, type, by, at, cause } = event
  const ticket = await tickets.find({ id: ticket_id })
  if (!ticket || !needsAgent(ticket, type)) return logOutcome({ type, id: ticket_id }, 'obsolete')
  const group_id = event.to === 'group' ? ticket.group_id : null
  const {
    all,
    active,
    people,
    next_cursor: cursor,
  } = await nextAgents(group_id, event.cursor, [by.id, ticket.requester.id])
  const notification = {
    type,
    params: { excerpt: event.excerpt ?? (await loadDescriptionExcerpt(ticket)) },
    actor: by,
    resource: linkTo(ticketType, { id: ticket_id, title: ticket.subject }),
    cause,
    at,
  }
  await notify(
    await filterThrottled(people, ticket_id, { cause, at }, { handled_at: ticket.handled_at }),
    notification,
    {
      inactive: all,
      own_action: active,
      throttled: people,
    },
  )
  const has_told = event.has_told || people.length > 0
  const isOver = cursor === null && (group_id === null || has_told)
  if (isOver) return
  const next = cursor === null ? { ...event, to: 'all' as const, cursor } : { ...event, has_told, cursor }
  return { ...deskEvents.message(next), queue: 'fan-outs' as const }
})

export const notifyAgents: Worker = { ...notifyPage, queues: ['notices', 'fan-outs'] }
