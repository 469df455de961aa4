import { endpoint } from '../../platform/http/endpoint.ts'
import { listOf, listQuery } from '../../platform/schema/fields.ts'
import { readList } from '../../platform/table/list.ts'
import { File, files, isAbandoned, presentFile } from '../file.ts'

export const listFiles = endpoint(
  {
    method: 'GET',
    path: '/files',
    summary: 'List the caller’s files, newest first',
    query: listQuery({}),
    response: listOf(File),
  },
  async ({ actor, query }) => {
    const page = await readList(files.in('own', { owner: actor }), query, (file) => !isAbandoned(file))
    return { ...page, items: page.items.map(presentFile) }
  },
)
