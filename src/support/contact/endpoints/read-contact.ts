import { endpoint } from '../../../platform/http/endpoint.ts'
import { Contact, contacts, contactType } from '../contact.ts'

export const readContact = endpoint(`GET ${contactType.path}`, {
  summary: 'Get a contact',
  isFunction: true,
  description: 'Contacts in the trash are not found here.',
  access: 'agent',
  response: Contact,
  handle: ({ params }) => contacts.get(params),
})
