import { fanOut } from '../../platform/events/fan-out.ts'
import { userType } from '../../platform/identity/user.ts'
import { linkTo } from '../../platform/resource.ts'
import { refusedAddresses } from '../queues.ts'
import { notifyOfRefusedAddress } from '../refused-address.ts'

/**
 * Notifies all administrators of a person whose address no longer receives mail; the notification links to that person.
 */
export const notifyAdministrators = fanOut(
  refusedAddresses,
  ({ user_id: id, name: title, ...refusal }, rows) =>
    notifyOfRefusedAddress(
      { ...refusal, owner: linkTo(userType, { id, title }), cause: `users.user#${id}#mail` },
      rows,
    ),
)
