import { addMessage } from '../../../src/support/message/changes.ts'
import { changeTicket } from '../../../src/support/ticket/changes.ts'
import { openTicket } from '../../../src/support/ticket/new-ticket.ts'
import type { StoredTicket, TicketStatus } from '../../../src/support/ticket/ticket.ts'
import { readDemoContent } from './content.ts'
import type { Once } from './journal.ts'
import type { Name, People } from './people.ts'

interface Request extends Pick<StoredTicket, 'subject' | 'category' | 'priority'> {
  by: Name
  /** Days before the first start. */
  age: number
  description: string
  messages?: { by: Name; internal?: boolean; text: string }[]
  /** Status in which the desk leaves the ticket. */
  status?: TicketStatus
}

const loadRequest = async (people: People, request: Request, once: Once): Promise<void> => {
  const { subject, category, priority, description, by, age, messages = [], status } = request
  const name = `ticket/desk/${subject}`
  const opening = { subject, category, priority, description }
  const ticket_id = await once(name, () => openTicket(people[by], opening), age)
  const step = (number: number) => age - (age * number) / (messages.length + 3)
  const { agent } = people
  const move = (number: number, changes: Parameters<typeof changeTicket>[2]) =>
    once(`step/${subject}/${number}`, () => changeTicket(agent, ticket_id, changes, undefined), step(number))

  if (messages.length > 0) await move(1, { assignee_id: agent.id })
  for (const [index, { by, internal = false, text }] of messages.entries()) {
    const message = { ticket_id, text, is_internal: internal, attachments: [] }
    await once(`message/${subject}/${index}`, () => addMessage(people[by], message), step(index + 2))
  }
  if (status) await move(messages.length + 2, { status })
}

/** Creates the tickets of a support desk, in every status. */
export const loadDesk = async (people: People, once: Once): Promise<void> => {
  for (const request of readDemoContent<Request[]>('tickets.yml')) await loadRequest(people, request, once)
}
