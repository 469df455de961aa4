import { isAgent } from '../../platform/identity/user.ts'
import { linkTo, loadAllOrNone, type Resource } from '../../platform/resource.ts'
import { indexedThings } from '../../platform/search/definition.ts'
import { contacts, contactType } from './contact.ts'

const search = indexedThings(contactType.type, contacts, {
  scope: contacts.name,
  indexed: {
    title: 'name',
    keys: ({ email }) => [email],
    labels: ({ organisation }) => (organisation === null ? [] : [organisation]),
    text: 'email',
  },
})

export const contactResource: Resource = {
  type: contactType.type,
  trash: true,
  undo: true,
  erasure: 'Contacts contain no data of people.',
  rights: 'All agents may read all contacts.',
  search: { ...search, scopesOf: (reader) => (isAgent(reader) ? search.scopesOf(reader) : []) },
  load: loadAllOrNone(
    contacts,
    ({ id, name: title, organisation, updated_at }) => ({
      ...linkTo(contactType, { id, title }),
      text: organisation ?? '',
      updated_at,
    }),
    isAgent,
  ),
}
