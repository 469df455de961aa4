import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { listQuery, searchableListOf, words } from '../../platform/schema/fields.ts'
import { findEverywhere } from '../everywhere.ts'
import { Found, FoundType } from '../found.ts'

const types = z
  .string()
  .transform((list) => [...new Set(list.split(',').map((type) => type.trim()))])
  .pipe(z.array(FoundType).min(1))

export const searchEverything = endpoint(
  {
    method: 'GET',
    path: '/search',
    summary: 'Search everything that the caller may see',
    description: 'Titles first, then newest, whatever kind of thing it is.',
    query: listQuery({
      q: words,
      types: types
        .optional()
        .meta({ description: 'Only these kinds of things, separated by commas; all when absent.' }),
    }),
    response: searchableListOf(Found),
  },
  async ({ actor, query: { q, types = FoundType.options, ...page } }) =>
    findEverywhere(actor, q, types, page),
)
