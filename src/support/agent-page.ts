import { findPrincipals, type FoundPrincipal } from '../platform/identity/principals.ts'
import { readList } from '../platform/table/list/list.ts'
import { agents, isActiveAgent } from './agent.ts'
import type { AgentPaging } from './queues.ts'
import type { StoredTicket } from './ticket/ticket.ts'

/** Maximum number of agents per queue message. */
const agentsAtOnce = 200

/**
 * Returns the changes of a message for its next page of agents; undefined at the end. If nobody in the group was
 * notified, continues with all agents.
 */
const nextPaging = (
  { to, has_told: hadTold }: AgentPaging,
  group_id: string | null,
  people: string[],
  cursor: string | null,
): AgentPaging | undefined => {
  const has_told = hadTold || people.length > 0
  if (cursor !== null) return { to, has_told, cursor }
  return group_id === null || has_told ? undefined : { to: 'all', has_told, cursor }
}

/**
 * Returns one page of the agents in the ticket's group, or of all agents: `all`, `active`, and `people`, the active
 * ones who are not excluded. `next` are the changes of the message for the next page.
 */
export const readAgentPage = async (
  message: AgentPaging,
  ticket: Pick<StoredTicket, 'group_id'>,
  excluded: string[],
) => {
  const group_id = message.to === 'group' ? ticket.group_id : null
  const { items, next_cursor } = await readList(agents.in('all', {}), {
    limit: agentsAtOnce,
    cursor: message.cursor ?? undefined,
  })
  const found = await findPrincipals(items.map(({ user_id }) => user_id))
  const all = found.filter(
    (person) => person && (group_id === null || person.groups.includes(group_id)),
  ) as FoundPrincipal[]
  const active = all.filter(isActiveAgent).map(({ id }) => id)
  const people = active.filter((id) => !excluded.includes(id))
  const next = nextPaging(message, group_id, people, next_cursor)
  return { all: all.map(({ id }) => id), active, people, next }
}
