import { endpoint } from '../../../platform/http/endpoint.ts'
import { updateOf } from '../../../platform/schema/update-fields.ts'
import { changeContact } from '../changes.ts'
import { Contact, ContactChanges, contactEmailTaken } from '../contact.ts'

export const updateContact = endpoint('PUT /support/contacts/{id}', {
  summary: 'Update a contact',
  isFunction: true,
  description:
    'A new name appears in the contact’s tickets within an hour. With a new email address, links in earlier ' +
    'emails stop working.',
  access: 'agent',
  body: updateOf(ContactChanges, Contact),
  response: Contact,
  problems: [contactEmailTaken],
  handle: ({ params, body, ifMatch }) => changeContact(params.id, body, ifMatch),
})
