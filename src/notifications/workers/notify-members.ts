import { worker } from '../../platform/events/worker.ts'
import { namedPeople } from '../../platform/identity/members.ts'
import { users } from '../../platform/identity/user.ts'
import { rightsTo } from '../../platform/resource-registry.ts'
import { filterThrottled, withdrawLast } from '../notification-throttle.ts'
import { notify } from '../notify.ts'
import { logOutcome } from '../outcome.ts'
import { memberEvents } from '../queues.ts'

/** Returns a resource and its members by name; no members if the resource does not exist. */
const loadMembers = async (ref: { type: string; id: string }) => {
  const rights = await rightsTo(ref)
  return { resource: rights?.decidedBy, ids: new Set(rights ? namedPeople(rights.named) : []) }
}

/** Notifies new members of a resource; withdraws the notification from former members. */
export const notifyMembers = worker(memberEvents, {}, async ({ type, id, user_ids, by_id, at }) => {
  const [{ resource, ids }, by] = await Promise.all([loadMembers({ type, id }), users.find({ id: by_id })])
  const [thing_id, cause] = [`members#${id}`, `member_added#${id}#${at}`]
  if (resource && by) {
    const present = user_ids.filter((user_id) => ids.has(user_id))
    const recipients = await filterThrottled(present, thing_id, { cause, at })
    const event = { type: 'member_added' as const, actor: { id: by_id, name: by.name }, resource, cause, at }
    await notify(recipients, event, { no_access: user_ids, throttled: present })
  } else logOutcome({ type: 'member_added', id }, 'obsolete', user_ids)
  // includes people who left while they were being notified
  const members = await loadMembers({ type, id })
  const left = user_ids.filter((user_id) => !members.ids.has(user_id))
  await withdrawLast(left, thing_id)
  // and their last notification of the resource itself, such as a chat message
  await withdrawLast(left, id)
})
