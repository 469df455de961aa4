import type { Actor } from '../platform/identity/actor.ts'
import { sideOf } from './access.ts'
import { messages, type StoredMessage } from './message.ts'
import { tickets } from './ticket.ts'

/** The name of a message among the things that files are attached to: what its key is made of. */
export const thingOf = ({
  ticket_id,
  id,
  is_internal,
}: Pick<StoredMessage, 'ticket_id' | 'id' | 'is_internal'>) =>
  [ticket_id, id, is_internal ? 'internal' : 'public'].join('#')

/** Whether somebody may see the message that is named so, and with it the files that it carries. */
export const seesMessage = async (actor: Actor, thing: string): Promise<boolean> => {
  const [ticket_id = '', id = '', kind] = thing.split('#')
  const is_internal = kind === 'internal'
  const [ticket, message] = await Promise.all([
    tickets.find({ id: ticket_id }),
    messages.find({ ticket_id, id, is_internal }),
  ])
  const side = ticket && message && sideOf(actor, ticket)
  return side === 'agent' || (side === 'requester' && !is_internal)
}
