import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { queryBoolean } from '../../platform/schema/list-fields.ts'
import { pageHasChildren, removePage } from '../page/removal.ts'
import { pages } from '../page/page.ts'
import { arriving, writerRequired } from '../problems.ts'
import { pageArchived } from '../page/status.ts'

export const deletePage = endpoint('DELETE /wiki/pages/{id}', {
  summary: 'Delete a page',
  isFunction: true,
  description:
    'With `recursive=true`, also deletes all pages below the page. They can be restored together from the ' +
    'trash for 30 days. Drafts are outside the tree and stay.',
  query: z.strictObject({
    recursive: queryBoolean.default(false).meta(docs('`true`: also delete the pages below the page.')),
  }),
  takesIfMatch: true,
  problems: [writerRequired, pageArchived, arriving, pageHasChildren],
  handle: async ({ actor, params, query, ifMatch }) =>
    removePage(actor, await pages.get(params), query.recursive, ifMatch),
})
