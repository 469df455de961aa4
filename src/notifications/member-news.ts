import { dayMilliseconds } from '../calendar/dates.ts'
import type { StreamChange } from '../platform/events/dispatcher.ts'
import type { QueueMessage } from '../platform/events/message-kind.ts'
import { memberNews } from './queues.ts'

interface Membered {
  id: string
  owner: { id: string }
  created_at: string
  version: number
}

/** Who made people members by a change, and when; a thing that is handed over again looks new (infra/replay.ts). */
const deedOf = <T extends Membered>({ before, after, isRestored, origin }: StreamChange<T>) => {
  if (!after || isRestored) return undefined
  if (!before) return after.version === 1 ? { by_id: after.owner.id, at: after.created_at } : undefined
  return origin?.actor_id ? { by_id: origin.actor_id, at: new Date(origin.at).toISOString() } : undefined
}

/**
 * Tells those whom a change makes members of a thing by name, not by a group; not who did it, nor whose it is. What
 * those were told who are none any more is withdrawn.
 * `membersOf` gives their ids. What happened more than a day ago is in no stream any more, so it was told.
 */
export const newsOfMembers = <T extends Membered>(
  type: string,
  membersOf: (thing: T) => string[],
  change: StreamChange<T>,
): QueueMessage[] => {
  const { before, after } = change
  const deed = deedOf(change)
  if (!after || !deed || Date.now() - Date.parse(deed.at) > dayMilliseconds) return []
  const [former, members] = [before ? membersOf(before) : [], membersOf(after)]
  const known = new Set([deed.by_id, after.owner.id, ...former])
  const user_ids = [
    ...members.filter((id) => !known.has(id)),
    ...former.filter((id) => !members.includes(id)),
  ]
  return user_ids.length > 0 ? [memberNews.message({ type, id: after.id, user_ids, ...deed })] : []
}
