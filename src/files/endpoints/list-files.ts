import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import {
  listQuery,
  queryBoolean,
  queryValues,
  searchableListOf,
  words,
} from '../../platform/schema/list-fields.ts'
import { presentFile } from '../file/file.ts'
import { FileSort, queryFiles } from '../file/list.ts'
import { MediaKind } from '../file/media-kind.ts'
import { FileSummary } from '../file/response.ts'

export const listFiles = endpoint('GET /files', {
  summary: 'List the caller’s files, newest first',
  description:
    'Files that the caller owns or, with `shared=true`, files shared with the caller. Unfinished uploads are ' +
    'not listed.',
  query: listQuery({
    q: words.optional().meta(docs('Words in the name or the text of a file; best matches first.')),
    kind: queryValues(MediaKind)
      .optional()
      .meta(docs('Only files of these kinds, derived from name and media type.')),
    sort: FileSort.optional().meta(
      docs(
        '`-created` if absent. Other orders cover the newest 1,000 files, or with `q` the 1,000 best matches.',
      ),
    ),
    shared: queryBoolean.default(false).meta(docs('True to list files shared with the caller instead.')),
  }),
  response: searchableListOf(FileSummary),
  handle: async ({ actor, query: { limit, cursor, ...filters } }) => {
    const page = await queryFiles(actor, filters, { limit, cursor })
    return { ...page, items: page.items.map((file) => presentFile(file)) }
  },
})
