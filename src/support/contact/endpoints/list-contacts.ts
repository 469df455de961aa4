import { docs } from '#docs'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { listQuery, searchableListOf, words } from '../../../platform/schema/list-fields.ts'
import { searchPages } from '../../../platform/search/query/list-search.ts'
import { readList } from '../../../platform/table/list/list.ts'
import { Contact, contacts } from '../contact.ts'

export const listContacts = endpoint('GET /support/contacts', {
  summary: 'List contacts by name',
  isFunction: true,
  description: 'All customers without an account; people with an account are listed by `GET /users`.',
  access: 'agent',
  query: listQuery({
    q: words.optional().meta(docs('Words in the name, email address or organization; best matches first.')),
  }),
  response: searchableListOf(Contact),
  handle: ({ query: { q, ...page } }) =>
    q === undefined
      ? readList(contacts.in('all', {}), page)
      : searchPages({ scopes: [contacts.name], q, ...page }, (hits) => contacts.findMany(hits)),
})
