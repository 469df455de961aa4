import { endedCopies, endedGroups } from '../../platform/identity/principals.ts'
import type { ThingOf } from '../../platform/table/entity.ts'
import type { Operation } from '../../platform/table/operation.ts'

/** The writes that change which groups have ended, in all copies; a conflict when one has changed since. */
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
