import { groupMemberships } from '../../groups/group/group.ts'
import { fanOut } from '../../platform/events/fan-out.ts'
import { matchingMembers } from '../../platform/identity/members.ts'
import { findPrincipals } from '../../platform/identity/principals.ts'
import { users } from '../../platform/identity/user.ts'
import { rightsTo } from '../../platform/resource-registry.ts'
import type { Rights } from '../../platform/rights.ts'
import { readList } from '../../platform/table/list/list.ts'
import { filterThrottled, withdrawLast } from '../notification-throttle.ts'
import { notify } from '../notify.ts'
import { withdraw } from '../sent-notification.ts'
import { logOutcome } from '../outcome.ts'
import { groupEvents } from '../queues.ts'

const namesGroup = (rights: Rights | undefined, id: string) =>
  rights?.named.some(({ group_id }) => group_id === id) === true

const toUserIds = (people: { id: string }[]) => people.map(({ id }) => id)

/**
 * Notifies the people of a group that a resource was shared with it, unless the resource names them or was shared with
 * another group of theirs before. If the group has lost the resource, withdraws the notification.
 */
export const notifyGroup = fanOut(groupEvents, async (event, page) => {
  const { notice: type, id, group_id, former_ids, by_id, at } = event
  const isFile = type === 'file_shared'
  const [thing_id, cause] = [`members#${id}`, isFile ? `file_shared#${id}` : `member_added#${id}#${at}`]
  const [rights, by, { items, next_cursor }] = await Promise.all([
    rightsTo({ type: event.type, id }),
    users.find({ id: by_id }),
    readList(groupMemberships.in('ofGroup', { group_id }), page),
  ])
  const people = (await findPrincipals(items.map(({ user_id }) => user_id))).filter(
    (one) => one !== undefined,
  )
  if (rights && by && namesGroup(rights, group_id)) {
    const known = new Set([by_id, rights.owner.id, ...rights.named.map(({ user_id }) => user_id)])
    const present = people.filter(({ groups }) => groups.includes(group_id))
    const added = present.filter(
      (one) => !known.has(one.id) && !former_ids.some((former) => one.groups.includes(former)),
    )
    const ids = toUserIds(added)
    const recipients = isFile ? ids : await filterThrottled(ids, thing_id, { cause, at })
    const actor = { id: by.id, name: by.name }
    await notify(
      recipients,
      { type, actor, resource: rights.decidedBy, cause, at },
      { no_access: toUserIds(people), duplicate: toUserIds(present), throttled: ids },
    )
  } else logOutcome({ type, id }, 'obsolete', toUserIds(people))
  // includes people who lost access while they were being notified
  const present = await rightsTo({ type: event.type, id })
  if (namesGroup(present, group_id)) return next_cursor
  const left = toUserIds(people.filter((one) => matchingMembers(present?.named ?? [], one).length === 0))
  if (isFile) await withdraw(left, { cause, at })
  else for (const last of [thing_id, id]) await withdrawLast(left, last)
  return next_cursor
})
