import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { preferredType } from '../../platform/http/request/accepted-type.ts'
import { streaming } from '../../platform/http/answer/response-stream.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { id, timestamp } from '../../platform/schema/fields.ts'
import { listOf, listQuery, queryValues } from '../../platform/schema/list-fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { auditTypes, queryAudit } from '../audit.ts'
import { exportAudit, exportTypes } from '../audit-export.ts'
import { AuditEntry, presentEntries } from '../presented-entry.ts'

const action = z
  .string()
  .regex(/^[a-z_]+\.[a-z_]+$/, 'must be an action such as wiki_page.updated')
  .max(100)

const filters = {
  actor_id: queryValues(id).optional().meta(docs('Only what these people did.')),
  action: queryValues(action)
    .optional()
    .meta(docs('Only these actions.', { examples: [['wiki_page.updated']] })),
  resource_type: queryValues(z.enum(auditTypes))
    .optional()
    .meta(docs('Only things of these types.', { examples: [['wiki_page']] })),
  resource_id: queryValues(id)
    .optional()
    .meta(docs('Only these things, which are of one type; needs `resource_type`.')),
  since: timestamp.optional().meta(docs('Only what happened at or after this time.')),
  until: timestamp.optional().meta(docs('Only what happened before this time.')),
}

export const listAudit = endpoint('GET /audit', {
  access: 'admin',
  summary: 'List what happened everywhere, newest first',
  effect: 'admin',
  description:
    'Entries are kept for 400 days, their IP addresses for 90. Unless `actor_id` or `resource_id` is given, a ' +
    'page covers at most one day, and may be empty although there is a `next_cursor`.',
  stream: streaming,
  headers: {
    Accept:
      'With `text/csv` or `application/jsonl`, the response has up to 10 000 entries, and `Link` leads to the next.',
  },
  success: 'A page of entries, and the cursor of the next.',
  query: listQuery(filters),
  response: listOf(AuditEntry),
  alsoProduces: exportTypes,
  handle: async ({ query: { limit, cursor, ...wanted }, header }) => {
    if (wanted.resource_id !== undefined && wanted.resource_type?.length !== 1)
      throw invalid('resource_type', 'must be one type with "resource_id"')
    const type = preferredType(header('accept'), exportTypes)
    if (type) return exportAudit(type, wanted, cursor)
    const { items, next_cursor } = await queryAudit(wanted, { limit, cursor })
    return { items: await presentEntries(items), next_cursor }
  },
})
