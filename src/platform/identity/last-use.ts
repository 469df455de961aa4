import { awaitLater } from '../runtime/await-later.ts'
import { inRequest, noSession } from '../runtime/request-context.ts'
import { timeOf } from '../runtime/id.ts'
import { anyOf, compare, exists, isAbsent } from '../table/condition.ts'
import type { Item } from '../table/operation.ts'
import { writeItem } from '../table/table.ts'

/** The attribute of a session's item that functions which only read may set (infra/roles.yml, decision 0046). */
const attribute = 'usedHour'

const hourMilliseconds = 3_600_000

const hourOf = (time: number) => Math.floor(time / hourMilliseconds)

/** Until it is written, the hour in which the session began: its id stands behind `session#`. */
const lastUsedHour = (item: Item) =>
  (item[attribute] as number | undefined) ?? hourOf(timeOf(item.sk.slice(8)))

/** The hour in which the session of an item was last used, as answers have times. */
export const lastUsedAt = (item: Item): string =>
  new Date(lastUsedHour(item) * hourMilliseconds).toISOString()

/**
 * Writes down that the session of an item, as it was read, is used now: once an hour. Nobody waits for it, and nothing
 * depends on it: the next request tries again.
 */
export const noteUse = (item: Item): void => {
  const { pk, sk } = item
  const hour = hourOf(Date.now())
  if (lastUsedHour(item) >= hour) return
  const write = (): Promise<void> =>
    writeItem({
      key: { pk, sk },
      change: { set: [[attribute, hour]] },
      require: [exists('pk'), anyOf(isAbsent(attribute), compare(attribute, '<', hour))],
    })
  // it is no change of the request, nor does it wait for what that waits for
  void awaitLater(inRequest({ requestId: '', confirmSession: noSession }, write))
}
