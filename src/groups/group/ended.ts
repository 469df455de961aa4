import { endedCopies, endedGroups } from '../../platform/identity/principals.ts'
import type { ThingOf } from '../../platform/table/entity.ts'
import type { Operation } from '../../platform/table/operation.ts'

/**
 * Returns the writes that change every copy of the list of deleted groups; they conflict if a copy has changed since.
 */
export const toChangeEnded = (
  copies: (ThingOf<typeof endedGroups> | undefined)[],
  change: (ids: string[]) => string[],
): Operation[] =>
  endedCopies.map(({ copy }, index) => {
    const current = copies[index]
    return current
      ? endedGroups.toUpdate(current, { ids: change(current.ids) })
      : endedGroups.toCreate(endedGroups.make({ copy, ids: change([]) }))
  })
