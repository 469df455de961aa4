import { endpoint } from '../../../platform/http/endpoint.ts'
import { removeContact } from '../changes.ts'

export const deleteContact = endpoint('DELETE /support/contacts/{id}', {
  summary: 'Delete a contact',
  isFunction: true,
  description:
    'The contact’s tickets stay, but the contact gets no more emails and cannot reply. The contact can be ' +
    'restored from the trash for 30 days. After permanent deletion, “Former colleague” replaces the name in tickets.',
  access: 'agent',
  takesIfMatch: true,
  handle: ({ actor, params, ifMatch }) => removeContact(actor, params.id, ifMatch),
})
