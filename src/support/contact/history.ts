import { isAgent } from '../../platform/identity/user.ts'
import { historyOf } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { contacts, contactType } from './contact.ts'

/** Records only the sizes of names and addresses, so that erasing a contact need not rewrite its history. */
export const contactHistory: ResourceHistory = {
  changes: [
    historyOf(contacts, {
      ...contactType,
      fields: {
        name: { shown: 'size' },
        email: { shown: 'size' },
        organisation: { shown: 'size' },
        email_status: { follows: true },
      },
      audience: () => 'agent',
      removed: 'trashed',
    }),
  ],
  limitsOf: (reader) => Promise.resolve({ isReadOnly: !isAgent(reader) }),
}
