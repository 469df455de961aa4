import { awaitLater } from '../runtime/await-later.ts'
import { inRequest, noSession } from '../runtime/request-context.ts'
import { idTime } from '../runtime/id.ts'
import { anyOf, compare, exists, isAbsent } from '../table/condition.ts'
import type { Item } from '../table/operation.ts'
import { writeItem } from '../table/table.ts'

/**
 * Attribute that read-only functions may set in the item of a session or token (infra/template/roles.yml, decision
 * 0046).
 */
const attribute = 'usedHour'

const hourMilliseconds = 3_600_000

const toHour = (time: number) => Math.floor(time / hourMilliseconds)

/**
 * Returns the hour in which a session began, its first use, from the ID after `session#`; undefined for a token, which
 * is unused at its creation.
 */
const beganHour = ({ sk }: Item) => (sk.startsWith('session#') ? toHour(idTime(sk.slice(8))) : undefined)

const lastUsedHour = (item: Item) => (item[attribute] as number | undefined) ?? beganHour(item)

/** Returns the hour in which the session or token of an item was last used, as a timestamp; null if never. */
export const lastUsedAt = (item: Item): string | null => {
  const hour = lastUsedHour(item)
  return hour === undefined ? null : new Date(hour * hourMilliseconds).toISOString()
}

/**
 * Records the current use of a session or token, once an hour; `item` is its state as read. No response waits for it
 * and nothing depends on it: the next request tries again.
 */
export const noteUse = (item: Item): void => {
  const { pk, sk } = item
  const hour = toHour(Date.now())
  if ((lastUsedHour(item) ?? 0) >= hour) return
  const write = (): Promise<void> =>
    writeItem({
      key: { pk, sk },
      change: { set: [[attribute, hour]] },
      require: [exists('pk'), anyOf(isAbsent(attribute), compare(attribute, '<', hour))],
    })
  // it is not a change of the request, and must not wait for its session
  void awaitLater(inRequest({ requestId: '', confirmSession: noSession }, write))
}
