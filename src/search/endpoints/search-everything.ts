import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { id, timestamp } from '../../platform/schema/fields.ts'
import { listQuery, personIds, personOr, queryValues, words } from '../../platform/schema/list-fields.ts'
import { findEverywhere } from '../everywhere.ts'
import { SearchResultList, SearchResultType } from '../search-result.ts'

export const searchEverything = endpoint('GET /search', {
  summary: 'Search everything visible to the caller',
  isFunction: true,
  description:
    'Best matches first: exact titles and keys, then all words. `matched` lists the missing words.',
  query: listQuery({
    q: words.meta(
      docs(
        'Words in any form, the beginning of a word, part of a German or Dutch compound, or a key such as ' +
          '`PLAN-7`. Most of the words must match; one typo per word is tolerated.',
      ),
    ),
    types: queryValues(SearchResultType, null)
      .optional()
      .meta(docs('Only these types, separated by commas; all by default.')),
    space_id: id.optional().meta(docs('Only this wiki space and its pages.')),
    project_id: id.optional().meta(docs('Only this project, its tasks and their comments.')),
    author_id: queryValues(personOr())
      .optional()
      .meta(docs('Only items created by these people: ids, or `me`.')),
    updated_after: timestamp.optional().meta(docs('Only items changed after this time.')),
    sort: z.enum(['newest']).optional().meta(docs('`newest`: newest first.')),
  }),
  response: SearchResultList,
  handle: async ({ actor, query }) => {
    const found = await findEverywhere(
      actor,
      {
        ...query,
        types: query.types ?? SearchResultType.options,
        author_id: personIds(query.author_id, actor),
      },
      query,
    )
    return found.items[0] ? found : (await import('../gap/notes.ts')).noteSearch(actor, query, found)
  },
})
