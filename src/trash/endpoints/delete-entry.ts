import { endpoint } from '../../platform/http/endpoint.ts'
import { trashEntryType } from '../../platform/trash/entry.ts'
import { requireEntryRight, rightMissing } from '../entry-access.ts'
import { purgeEntry } from '../purge.ts'

export const deleteEntry = endpoint(`DELETE ${trashEntryType.path}`, {
  entity: 'trash.entry',
  summary: 'Delete something in the trash for good',
  success: 'The thing is deleted for good.',
  description:
    'Its contents, versions and texts are deleted too. For the person who wrote or owns it, admins of its ' +
    'space or project, and administrators.',
  requiresSession: true,
  problems: [
    rightMissing.as({
      when: 'The caller may see the entry but not delete it for good.',
      example: ['purge'],
    }),
  ],
  handle: async ({ actor, params }) => purgeEntry(await requireEntryRight(actor, params.id, 'purge')),
})
