import { findPrincipals, type FoundPrincipal } from '../platform/identity/principals.ts'
import { readList } from '../platform/table/list/list.ts'
import { agents, isActiveAgent } from './agent.ts'

/** Maximum number of agents per queue message. */
const agentsAtOnce = 200

/**
 * Returns one page of the agents in the group, or of all agents for null: `all`, `active`, and `people`, the active
 * ones who are not left out.
 */
export const readAgentPage = async (group_id: string | null, cursor: string | null, leftOut: string[]) => {
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

/** Progress of a message to the agents of a ticket's group. */
interface AgentPage {
  to: 'group' | 'all'
  has_told: boolean
  cursor: string | null
}

/**
 * Returns the changes of a message for the next page of agents; undefined at the end. If nobody in the group was
 * notified, continues with all agents.
 */
export const nextAgentPage = (
  { to, has_told: hadTold }: AgentPage,
  group_id: string | null,
  { people, next_cursor: cursor }: Awaited<ReturnType<typeof readAgentPage>>,
): AgentPage | undefined => {
  const has_told = hadTold || people.length > 0
  if (cursor !== null) return { to, has_told, cursor }
  return group_id === null || has_told ? undefined : { to: 'all', has_told, cursor }
}
