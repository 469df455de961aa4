import { endpoint } from '../../platform/http/endpoint.ts'
import { TrashEntry, trashEntryType } from '../../platform/trash/entry.ts'
import { requireEntry } from '../entry-access.ts'

export const readEntry = endpoint(`GET ${trashEntryType.path}`, {
  entity: 'trash.entry',
  summary: 'Get an entry of the trash',
  isFunction: true,
  description: 'For people who may restore the entry, and for people who see it in a list of the trash.',
  response: TrashEntry,
  handle: ({ actor, params }) => requireEntry(actor, params.id),
})
