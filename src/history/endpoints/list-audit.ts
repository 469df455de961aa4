import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { preferredType } from '../../platform/http/request/accepted-type.ts'
import { streaming } from '../../platform/http/exchange/response-stream.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { id, timestamp } from '../../platform/schema/fields.ts'
import { listOf, listQuery, queryValues } from '../../platform/schema/list-fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { auditTypes, queryAudit } from '../audit.ts'
import { exportAudit, exportTypes } from '../audit-export.ts'
import { AuditEntry, presentEntries } from '../presented-entry.ts'

const action = z
  .string()
  .regex(/^[a-z_]+\.[a-z_]+$/, 'must be an action, such as wiki_page.updated')
  .max(100)

const filters = {
  actor_id: queryValues(id).optional().meta(docs('Only actions of these people.')),
  action: queryValues(action)
    .optional()
    .meta(docs('Only these actions.', { examples: [['wiki_page.updated']] })),
  resource_type: queryValues(z.enum(auditTypes))
    .optional()
    .meta(docs('Only resources of these types.', { examples: [['wiki_page']] })),
  resource_id: queryValues(id)
    .optional()
    .meta(docs('Only these resources, which must have the same type; requires `resource_type`.')),
  since: timestamp.optional().meta(docs('Only entries at or after this time.')),
  until: timestamp.optional().meta(docs('Only entries before this time.')),
}

export const listAudit = endpoint('GET /audit', {
  access: 'admin',
  summary: 'List the audit log of all resources, newest first',
  effect: 'admin',
  description:
    'Entries are kept for 400 days, their IP addresses for 90 days. Without `actor_id` and `resource_id`, ' +
    'a page covers at most one day, and may be empty even if there is a `next_cursor`.',
  stream: streaming,
  headers: {
    Accept:
      'With `text/csv` or `application/jsonl`, the response has up to 10,000 entries, and `Link` is the URL ' +
      'of the next ones.',
  },
  success: 'A page of entries, and the cursor of the next page.',
  query: listQuery(filters),
  response: listOf(AuditEntry),
  alsoProduces: exportTypes,
  handle: async ({ query: { limit, cursor, ...wanted }, header }) => {
    if (wanted.resource_id !== undefined && wanted.resource_type?.length !== 1)
      throw invalid('resource_type', 'must be exactly one type if "resource_id" is sent')
    const type = preferredType(header('accept'), exportTypes)
    if (type) return exportAudit(type, wanted, cursor)
    const { items, next_cursor } = await queryAudit(wanted, { limit, cursor })
    return { items: await presentEntries(items), next_cursor }
  },
})
