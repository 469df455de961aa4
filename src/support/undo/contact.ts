import type { KindUndo } from '../../platform/history/undo-operations.ts'
import { contactType } from '../contact/contact.ts'
import { deleteContact } from '../contact/endpoints/delete-contact.ts'
import { readContact } from '../contact/endpoints/read-contact.ts'
import { updateContact } from '../contact/endpoints/update-contact.ts'

export const contactUndo: KindUndo = {
  [contactType.type]: { read: readContact, update: updateContact, remove: deleteContact },
}
