import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { queryBoolean } from '../../platform/schema/fields.ts'
import { removePage } from '../page-changes.ts'
import { pages } from '../page.ts'

export const deletePage = endpoint(
  {
    method: 'DELETE',
    path: '/wiki/pages/{id}',
    summary: 'Delete a page',
    description: 'With `recursive=true`, all pages below it are deleted with it at once.',
    query: z.strictObject({
      recursive: queryBoolean.default(false).meta({ description: 'Also delete the pages below it.' }),
    }),
    status: 204,
    problems: {
      403: 'The caller may read the space but not write in it.',
      409: 'It has pages below it, and `recursive=true` was not sent.',
      412: '`If-Match` names a different version.',
    },
  },
  async ({ actor, params, query, ifMatch }) =>
    removePage(actor, await pages.get(params), query.recursive, ifMatch),
)
