import { notify } from '../../notifications/notify.ts'
import { fanOut } from '../../platform/events/fan-out.ts'
import { userType } from '../../platform/identity/user.ts'
import { linkTo } from '../../platform/resource.ts'
import { readAdministrators } from '../administrators.ts'
import { refusedAddresses } from '../queues.ts'

/**
 * Notifies all administrators of a person whose address no longer receives mail; the notification links to that person.
 */
export const notifyAdministrators = fanOut(
  refusedAddresses,
  async ({ user_id: id, name, status, at }, rows) => {
    const { items, next_cursor } = await readAdministrators(rows)
    await notify(
      items.map((administrator) => administrator.id),
      {
        type: 'mail_bounced',
        params: { status },
        actor: null,
        resource: linkTo(userType, { id, title: name }),
        cause: `users.user#${id}#mail`,
        at,
      },
    )
    return next_cursor
  },
)
