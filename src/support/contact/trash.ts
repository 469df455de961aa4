import { isAgent, users } from '../../platform/identity/user.ts'
import { forgetWords } from '../../platform/search/index/vocabulary-removal.ts'
import { deletePartition, purgePartition } from '../../platform/table/list/partition.ts'
import type { TrashDefinition } from '../../platform/trash/definition.ts'
import { loadTrashed, trashedThing } from '../../platform/trash/trashed-things.ts'
import { restoreContact } from './changes.ts'
import { contacts } from './contact.ts'

/** Trash of contacts. A job replaces the name of a permanently deleted contact (src/personal-data/on-change.ts). */
export const contactTrash: TrashDefinition = {
  load: loadTrashed(contacts, (_, reader, { deleted_by }) => {
    if (!isAgent(reader)) return undefined
    return reader.role === 'admin' || deleted_by.id === reader.id ? 'purge' : 'restore'
  }),
  restore: (_, entry) => restoreContact(entry),
  erase: () => Promise.resolve(undefined),
  // reply addresses are stored in the user partition of the contact's ID
  sweep: async (entry, until) => {
    const { id, email } = trashedThing(contacts, entry)
    await forgetWords([email])
    const isPurged = await purgePartition(contacts.keyOf({ id }).pk, until)
    return isPurged && deletePartition(users.keyOf({ id }).pk, until)
  },
}
