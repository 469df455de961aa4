import type { OwnCall } from '../../platform/history/undo-operations.ts'
import { isAgent } from '../../platform/identity/user.ts'
import type { Problem } from '../../platform/runtime/problem.ts'

/** Returns a function that finds the resource of a change; throws 404 unless the caller, as an agent, may see it. */
export const findForAgent =
  <T>(things: { absent: () => Problem; get: (id: { id: string }) => Promise<T> }) =>
  async ({ actor, change }: OwnCall): Promise<T> => {
    if (!isAgent(actor)) throw things.absent()
    return things.get({ id: change.object_id })
  }
