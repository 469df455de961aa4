import type { Derived } from '../platform/events/dispatcher.ts'
import type { StoredUser } from '../platform/identity/user.ts'
import * as z from '../platform/schema/schema.ts'
import { derivedRows } from '../platform/table/derived-rows.ts'
import { entity } from '../platform/table/entity.ts'
import { isAssignable } from './ticket/access.ts'

/** Marks a person as an agent, so that all agents are one key range. Derived through the table's stream. */
export const agents = entity({
  name: 'support.agent',
  isInternal: true,
  schema: z.object({ user_id: z.string() }),
  key: ({ user_id }: { user_id: string }) => ({ pk: 'support-agents', sk: user_id }),
  lists: { all: { partition: () => 'support-agents' } },
})

/** Returns true for an active agent who is a person: nobody signs in to a service account. */
export const isActiveAgent = (user: Pick<StoredUser, 'role' | 'type' | 'is_active'>): boolean =>
  isAssignable(user) && user.type === 'person'

const agentRows = derivedRows(
  agents,
  (user: StoredUser | undefined) =>
    new Map(user && isActiveAgent(user) ? [[user.id, agents.make({ user_id: user.id })]] : []),
)

/**
 * Updates the agent row of a changed user to the user's current state. The row of an active agent is written at every
 * change, because agents who are older than these rows have none.
 */
export const agentSync: Derived<StoredUser> = {
  sync: (before, after, read) =>
    agentRows.sync(after && isActiveAgent(after) ? undefined : before, after, read),
}
