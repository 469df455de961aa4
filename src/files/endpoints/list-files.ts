import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { listOf, listQuery, queryBoolean } from '../../platform/schema/fields.ts'
import { readList } from '../../platform/table/list/list.ts'
import { File } from '../file/response.ts'
import { files, isAbandoned, presentFile } from '../file/file.ts'
import { listShared } from '../file/share.ts'

export const listFiles = endpoint('GET /files', {
  summary: 'List the caller’s files, newest first',
  description:
    'Either those that the caller owns, or those that others share with the caller. Unfinished uploads are ' +
    'not listed.',
  query: listQuery({
    shared: queryBoolean.default(false).meta(docs('`true` lists what others share with the caller instead.')),
  }),
  response: listOf(File),
  handle: async ({ actor, query: { shared, ...query } }) => {
    const page = shared
      ? await listShared(actor, query)
      : await readList(files.in('own', { owner: actor }), query, (file) => !isAbandoned(file))
    return { ...page, items: page.items.map(presentFile) }
  },
})
