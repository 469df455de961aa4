import { worker } from '../../platform/events/worker.ts'
import { namedPeople } from '../../platform/identity/members.ts'
import { users } from '../../platform/identity/user.ts'
import { rightsTo } from '../../platform/resource-registry.ts'
import { notify } from '../notify.ts'
import { memberNews } from '../queues.ts'

/** Tells people that they were made members of a thing; not who is none any more. */
export const tellMembers = worker(memberNews, {}, async ({ type, id, user_ids, by_id, at }) => {
  const [rights, by] = await Promise.all([rightsTo({ type, id }), users.find({ id: by_id })])
  if (!rights || !by) return
  const present = new Set(namedPeople(rights.named))
  await notify(
    user_ids.filter((user_id) => present.has(user_id)),
    {
      type: 'member_added',
      actor: { id: by_id, name: by.name },
      resource: rights.decidedBy,
      cause: `member_added#${id}`,
      at,
    },
  )
})
