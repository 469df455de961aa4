import type { Actor } from '../platform/identity/actor.ts'
import { trashDefinitionOf } from '../platform/trash/trash-registry.ts'
import { invalid } from '../platform/runtime/problem.ts'
import { retryOnConflict } from '../platform/table/conflict.ts'
import type { NewPlace } from '../platform/trash/definition.ts'
import { requireEntryRight } from './entry-access.ts'

/** Restores the resource of an entry and returns it; throws 404, 403, and 409 naming the conflict. */
export const restoreTrashed = (actor: Actor, id: string, place: NewPlace): Promise<object> =>
  retryOnConflict(async () => {
    const entry = await requireEntryRight(actor, id, 'restore')
    const { takes = [], restore } = await trashDefinitionOf(entry.type)
    for (const field of ['slug', 'parent_id'] as const)
      if (place[field] !== undefined && !takes.includes(field))
        throw invalid(field, `does not apply to the type "${entry.type}"`)
    return restore(actor, entry, place)
  })
