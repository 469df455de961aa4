import type { Actor } from '../../platform/identity/actor.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { requireAgentSide } from '../ticket/access.ts'
import { tickets } from '../ticket/ticket.ts'
import { macros, maxTextCharacters } from './macro.ts'
import { fillPlaceholders } from './placeholders.ts'

/**
 * Returns the text and the changes of a macro for a ticket. Throws 404, 422 for an unknown ticket, and 403 for the
 * caller's own ticket.
 */
export const fillMacro = async (actor: Actor, id: string, ticket_id: string) => {
  const [macro, ticket] = await Promise.all([macros.get({ id }), tickets.find({ id: ticket_id })])
  if (!ticket) throw invalid('ticket_id', 'must be the ID of a ticket')
  requireAgentSide(actor, ticket, 'use macros, and only on tickets of other people')
  const text = fillPlaceholders(macro.text, { ticket, agent: actor })
  if (text.length > maxTextCharacters)
    throw invalid('ticket_id', `makes the text longer than ${maxTextCharacters} characters`)
  return { text, changes: macro.changes }
}
