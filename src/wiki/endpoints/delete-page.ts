import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { queryBoolean } from '../../platform/schema/list-fields.ts'
import { pageHasChildren, removePage } from '../tree/page-removal.ts'
import { pages } from '../page/page.ts'
import { arriving, writerRequired } from '../problems.ts'
import { pageArchived } from '../page/status.ts'

export const deletePage = endpoint('DELETE /wiki/pages/{id}', {
  summary: 'Delete a page',
  isFunction: true,
  description:
    'With `recursive=true`, all pages below it are deleted with it at once. They can be restored from the trash, ' +
    'together, for 30 days. Drafts of others stay, as root pages of the space.',
  query: z.strictObject({
    recursive: queryBoolean.default(false).meta(docs('Also delete the pages below it.')),
  }),
  takesIfMatch: true,
  problems: [writerRequired, pageArchived, arriving, pageHasChildren],
  handle: async ({ actor, params, query, ifMatch }) =>
    removePage(actor, await pages.get(params), query.recursive, ifMatch),
})
