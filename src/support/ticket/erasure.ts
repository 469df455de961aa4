import { onErasure, type KindErasure } from '../../platform/identity/erasure.ts'
import { isAgent, users } from '../../platform/identity/user.ts'
import { isOpen, tickets } from './ticket.ts'

export const ticketErasure: KindErasure = {
  handlers: [
    // open tickets pass to the successor if that person is an agent; the requester of a ticket remains as a former
    // colleague
    onErasure(tickets, async (first, { person, successor }) => {
      if (first.assignee_id !== person.id || !isOpen(first)) return undefined
      const next = await users.find(successor)
      const assignee = next && isAgent(next) ? successor : null
      await tickets.update(first, (current) =>
        current.assignee_id === person.id && isOpen(current)
          ? { assignee, assignee_id: assignee?.id ?? null }
          : {},
      )
      return 'handed_over'
    }),
  ],
}
