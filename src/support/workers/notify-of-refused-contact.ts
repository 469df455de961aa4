import { fanOut } from '../../platform/events/fan-out.ts'
import { linkTo } from '../../platform/resource.ts'
import { notifyOfRefusedAddress } from '../../users/refused-address.ts'
import { contactType } from '../contact/contact.ts'
import { refusedContacts } from '../queues.ts'

/** Notifies all administrators of a contact whose address no longer receives mail. */
export const notifyOfRefusedContact = fanOut(
  refusedContacts,
  ({ contact_id: id, name: title, ...refusal }, rows) =>
    notifyOfRefusedAddress(
      { ...refusal, owner: linkTo(contactType, { id, title }), cause: `support.contact#${id}#mail` },
      rows,
    ),
)
