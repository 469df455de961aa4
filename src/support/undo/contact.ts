import type { KindUndo, OwnCall } from '../../platform/history/undo-operations.ts'
import { canReadContacts, contacts, contactType } from '../contact/contact.ts'
import { deleteContact } from '../contact/endpoints/delete-contact.ts'
import { updateContact } from '../contact/endpoints/update-contact.ts'

/** Returns the contact of a change; throws 404 for a caller who is no agent any more, like other kinds. */
const findChangedContact = ({ actor, change }: OwnCall) => {
  if (!canReadContacts(actor)) throw contacts.absent()
  return contacts.get({ id: change.object_id })
}

export const contactUndo: KindUndo = {
  [contactType.type]: { read: findChangedContact, update: updateContact, remove: deleteContact },
}
