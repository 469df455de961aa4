import type { OwnCall } from '../../platform/history/undo-operations.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { isAgent } from '../../platform/identity/user.ts'
import type { Problem } from '../../platform/runtime/problem.ts'

/** Resources that only agents see. */
interface AgentThings<T> {
  absent: () => Problem
  get: (id: { id: string }) => Promise<T>
}

/** Throws 404 unless the caller is an agent, as for other changes of resources that the caller may not see. */
export const requireAgentFor = ({ absent }: Pick<AgentThings<unknown>, 'absent'>, actor: Actor): void => {
  if (!isAgent(actor)) throw absent()
}

/** Returns a function that finds the resource of a change; throws 404 unless the caller is an agent. */
export const findForAgent =
  <T>(things: AgentThings<T>) =>
  async ({ actor, change }: OwnCall): Promise<T> => {
    requireAgentFor(things, actor)
    return things.get({ id: change.object_id })
  }
