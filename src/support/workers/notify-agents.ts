import { notify } from '../../notifications/notify.ts'
import { logOutcome } from '../../notifications/outcome.ts'
import { filterThrottled } from '../../notifications/notification-throttle.ts'
import { worker, type Worker } from '../../platform/events/worker.ts'
import { linkTo } from '../../platform/resource.ts'
import { readAgentPage } from '../agent-page.ts'
import { loadDescriptionExcerpt } from '../message/description-excerpt.ts'
import { isBusinessTime } from '../clock/business-time.ts'
import { loadPolicies } from '../policies/policies.ts'
import { deskEvents, type DeskEvent } from '../queues.ts'
import { isOpen, tickets, ticketType, type StoredTicket } from '../ticket/ticket.ts'

/** Returns true if the ticket still needs an agent; a redelivered message may be about one that no longer does. */
const needsAgent = (ticket: StoredTicket, { type }: DeskEvent): boolean =>
  type === 'ticket_status_changed'
    ? ticket.status === 'open'
    : isOpen(ticket) && (type === 'ticket_reply' || ticket.assignee_id === null)

const deskNotification = async ({ type, excerpt }: DeskEvent, ticket: StoredTicket) =>
  type === 'ticket_status_changed'
    ? { type, params: { status: ticket.status } }
    : { type, params: { excerpt: excerpt ?? (await loadDescriptionExcerpt(ticket)) } }

/** Returns true for a new urgent ticket outside business hours. */
const isUrgentOutsideHours = async (type: string, at: string, { priority }: StoredTicket): Promise<boolean> =>
  type === 'ticket_created' && priority === 'urgent' && !isBusinessTime(await loadPolicies(), Date.parse(at))

/**
 * Notifies the agents in the group of a ticket, or all agents if the group has no other agent. An agent is
 * notified once until they read the notification or any agent acts on the ticket.
 */
const notifyPage = worker(deskEvents, {}, async (event) => {
  const { ticket_id, type, by, at, cause } = event
  const ticket = await tickets.find({ id: ticket_id })
  if (!ticket || !needsAgent(ticket, event)) return logOutcome({ type, id: ticket_id }, 'obsolete')
  const { all, active, people, next } = await readAgentPage(event, ticket, [by.id, ticket.requester.id])
  const notification = {
    ...(await deskNotification(event, ticket)),
    actor: by,
    resource: linkTo(ticketType, { id: ticket_id, title: ticket.subject }),
    cause,
    at,
    isUrgent: ticket.group_id !== null && (await isUrgentOutsideHours(type, at, ticket)),
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
  return next && { ...deskEvents.message({ ...event, ...next }), queue: 'fan-outs' as const }
})

export const notifyAgents: Worker = { ...notifyPage, queues: ['notices', 'fan-outs'] }
