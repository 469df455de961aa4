import { awaitLater } from '../runtime/await-later.ts'
import { inRequest, noSession } from '../runtime/request-context.ts'
import { timeOf } from '../runtime/id.ts'
import { anyOf, compare, exists, isAbsent } from '../table/condition.ts'
import type { Item } from '../table/operation.ts'
import { writeItem } from '../table/table.ts'

/** What functions that only read may set in the item of a session or token (infra/roles.yml, decision 0046). */
const attribute = 'usedHour'

const hourMilliseconds = 3_600_000

const hourOf = (time: number) => Math.floor(time / hourMilliseconds)

/** What behind `session#` is an id says when a session began, which is its first use; a token has had none then. */
const beganHour = ({ sk }: Item) => (sk.startsWith('session#') ? hourOf(timeOf(sk.slice(8))) : undefined)

const lastUsedHour = (item: Item) => (item[attribute] as number | undefined) ?? beganHour(item)

/** The hour in which the session or token of an item was last used, as answers have times; null if never. */
export const lastUsedAt = (item: Item): string | null => {
  const hour = lastUsedHour(item)
  return hour === undefined ? null : new Date(hour * hourMilliseconds).toISOString()
}

/**
 * Writes down that the session or token of an item, as it was read, is used now: once an hour. Nobody waits for it, and
 * nothing depends on it: the next request tries again.
 */
export const noteUse = (item: Item): void => {
  const { pk, sk } = item
  const hour = hourOf(Date.now())
  if ((lastUsedHour(item) ?? 0) >= hour) return
  const write = (): Promise<void> =>
    writeItem({
      key: { pk, sk },
      change: { set: [[attribute, hour]] },
      require: [exists('pk'), anyOf(isAbsent(attribute), compare(attribute, '<', hour))],
    })
  // it is no change of the request, nor does it wait for what that waits for
  void awaitLater(inRequest({ requestId: '', confirmSession: noSession }, write))
}
