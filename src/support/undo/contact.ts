import type { KindUndo } from '../../platform/history/undo-operations.ts'
import { contacts, contactType } from '../contact/contact.ts'
import { deleteContact } from '../contact/endpoints/delete-contact.ts'
import { updateContact } from '../contact/endpoints/update-contact.ts'
import { findForAgent } from './agent-kind.ts'

export const contactUndo: KindUndo = {
  [contactType.type]: { read: findForAgent(contacts), update: updateContact, remove: deleteContact },
}
