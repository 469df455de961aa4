import { isAgent } from '../../platform/identity/user.ts'
import { linkTo, type Resource } from '../../platform/resource.ts'
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
  erasure: 'People leave no trace in contacts, which have no account.',
  rights: 'All agents may read all contacts.',
  search: { ...search, scopesOf: (reader) => (isAgent(reader) ? search.scopesOf(reader) : []) },
  load: async (reader, wanted) => {
    if (!isAgent(reader)) return wanted.map(() => undefined)
    return (await contacts.findMany(wanted)).map(
      (contact) =>
        contact && {
          ...linkTo(contactType, { id: contact.id, title: contact.name }),
          text: contact.organisation ?? '',
          updated_at: contact.updated_at,
        },
    )
  },
}
