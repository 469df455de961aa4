import { inRequest, noSession } from '../runtime/request-context.ts'
import { timeOf } from '../runtime/id.ts'
import { anyOf, compare, exists, isAbsent } from '../table/condition.ts'
import type { Item } from '../table/operation.ts'
import { writeItem } from '../table/table.ts'

/** The attribute of a session's item that functions which only read may set (infra/roles.yml, decision 0046). */
const attribute = 'usedAt'

/** The hour that a time is in, milliseconds since 1970, as answers have times. */
const hourOf = (time: number): string => `${new Date(time).toISOString().slice(0, 13)}:00:00.000Z`

/** The hour in which the session of an item was last used. */
export const lastUsedAt = (item: Item): string =>
  (item[attribute] as string | undefined) ?? hourOf(timeOf(item.sk.split('#')[1] as string))

/**
 * Writes down that the session of an item, as it was read, is used now: once an hour. Nobody waits for it, and nothing
 * depends on it: the next request tries again.
 */
export const noteUse = (item: Item): void => {
  const hour = hourOf(Date.now())
  if (lastUsedAt(item) >= hour) return
  const { pk, sk } = item
  const isUnused = anyOf(isAbsent(attribute), compare(attribute, '<', hour))
  const write = {
    key: { pk, sk },
    change: { set: [[attribute, hour] as const] },
    require: [exists('pk'), isUnused],
  }
  // it is no change of the request, nor does it wait for what that waits for
  inRequest({ requestId: '', confirmSession: noSession }, () => writeItem(write)).catch(() => {})
}
