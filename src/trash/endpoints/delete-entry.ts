import { endpoint } from '../../platform/http/endpoint.ts'
import { trashEntryType } from '../../platform/trash/entry.ts'
import { requireEntryRight, rightMissing } from '../entry-access.ts'
import { purgeEntry } from '../purge.ts'

export const deleteEntry = endpoint(`DELETE ${trashEntryType.path}`, {
  entity: 'trash.entry',
  summary: 'Delete an entry of the trash permanently',
  success: 'The resource is deleted permanently.',
  description:
    'Also deletes the contents, versions and texts of the resource. For the author or owner of the ' +
    'resource, admins of its space or project, and administrators.',
  requiresSession: true,
  problems: [
    rightMissing.as({
      when: 'The caller may see the entry but not delete it permanently.',
      example: ['purge'],
    }),
  ],
  handle: async ({ actor, params }) => purgeEntry(await requireEntryRight(actor, params.id, 'purge')),
})
