import { dayMilliseconds } from '../calendar/dates.ts'
import { onChange, type ChangeHandler, type StreamChange } from '../platform/events/dispatcher.ts'
import type { QueueMessage } from '../platform/events/message-kind.ts'
import { namedPeople, type Member } from '../platform/identity/members.ts'
import type { SharedKindWithRows, SharedResource } from '../platform/sharing/shared-kind.ts'
import type * as z from '../platform/schema/schema.ts'
import { withoutActors } from './outcome.ts'
import { groupEvents, memberEvents } from './queues.ts'

interface Membered {
  id: string
  owner: { id: string }
  created_at: string
  version: number
}

/**
 * Returns the person who changed the members, and the time. A replayed resource looks new (infra/commands/replay.ts),
 * so a creation counts only at version 1.
 */
const memberChangeOrigin = <T extends Membered>({ before, after, isRestored, origin }: StreamChange<T>) => {
  if (!after || isRestored) return undefined
  if (!before) return after.version === 1 ? { by_id: after.owner.id, at: after.created_at } : undefined
  return origin?.actor_id ? { by_id: origin.actor_id, at: new Date(origin.at).toISOString() } : undefined
}

type Listed = Pick<Member, 'user_id' | 'group_id'>

const groupIds = (members: Listed[]) => members.flatMap(({ group_id }) => group_id ?? [])

/** Returns the messages about the groups that a change adds to a list or removes from it. */
export const toGroupEvents = (
  former: Listed[],
  members: Listed[],
  event: Omit<z.input<typeof groupEvents.schema>, 'group_id' | 'former_ids'>,
  former_ids = groupIds(former),
): QueueMessage[] => {
  const changed = new Set(groupIds(former)).symmetricDifference(new Set(groupIds(members)))
  return [...changed].map((group_id) => groupEvents.message({ ...event, group_id, former_ids }))
}

/**
 * Returns the messages that notify people whom a change makes members of a resource, by name or through a group, except
 * the actor and the owner. Former members have their notification withdrawn. Changes older than a day are ignored: they
 * are no longer in any stream, so they were notified already.
 */
export const toMemberEvents = <T extends Membered>(
  type: string,
  membersOf: (thing: T) => Listed[],
  change: StreamChange<T>,
): QueueMessage[] => {
  const { before, after } = change
  const deed = memberChangeOrigin(change)
  if (!after || !deed || Date.now() - Date.parse(deed.at) > dayMilliseconds) return []
  const [all, listed] = [before ? membersOf(before) : [], membersOf(after)]
  const [former, members] = [namedPeople(all), namedPeople(listed)]
  const about = { type: 'member_added', id: after.id }
  const added = members.filter((id) => !former.includes(id))
  const user_ids = [
    ...withoutActors(added, [deed.by_id, after.owner.id], about),
    ...former.filter((id) => !members.includes(id)),
  ]
  const event = { type, id: after.id, ...deed }
  return [
    ...(user_ids.length > 0 ? [memberEvents.message({ ...event, user_ids })] : []),
    ...toGroupEvents(all, listed, { notice: 'member_added', ...event }),
  ]
}

/** Creates the handler that completes the member rows of a shared kind, and notifies new members. */
export const onMemberChange = <T extends SharedResource & Membered>(
  { type, entity, list, rows }: SharedKindWithRows<T>,
  membersOf = (resource: T): Listed[] => resource[list] ?? [],
): ChangeHandler =>
  onChange<T>(entity, async (change) => {
    const { before, after, record } = change
    if (before?.version === after?.version) return []
    await rows.sync(before, after, () => entity.find({ id: record.id }))
    return toMemberEvents(type.type, membersOf, change)
  })
