import { endpoint } from '../../../platform/http/endpoint.ts'
import { addContact } from '../changes.ts'
import { Contact, contactEmailTaken, ContactInput } from '../contact.ts'

export const createContact = endpoint('POST /support/contacts', {
  summary: 'Create a contact',
  isFunction: true,
  description: 'A contact is a customer without an account, whose tickets are answered by email.',
  access: 'agent',
  body: ContactInput,
  response: Contact,
  location: '/support/contacts/{id}',
  problems: [contactEmailTaken],
  handle: ({ body }) => addContact(body),
})
