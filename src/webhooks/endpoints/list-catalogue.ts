import { endpoint } from '../../platform/http/endpoint.ts'
import { listOf, listQuery } from '../../platform/schema/list-fields.ts'
import { toListPage } from '../../platform/table/list/loaded-list.ts'
import { loadCatalogue, WebhookEvent } from '../catalogue/catalogue.ts'

export const listCatalogue = endpoint('GET /webhooks/events', {
  access: 'admin',
  summary: 'List the events that webhooks can receive',
  description:
    'Events are the changes in activity and audit log, without reads, sessions, access tokens and conversations. ' +
    'More may be added.',
  effect: 'read',
  query: listQuery({}),
  response: listOf(WebhookEvent),
  handle: async ({ query }) => toListPage(await loadCatalogue(), ({ name }) => name, query),
})
