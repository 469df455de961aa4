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
    description: 'Matches in titles first, then newest first, across all types.',
    query: listQuery({
      q: words,
      types: types.optional().meta({ description: 'Only these types, separated by commas; all by default.' }),
    }),
    response: searchableListOf(Found),
  },
  async ({ actor, query: { q, types = FoundType.options, ...page } }) =>
    findEverywhere(actor, q, types, page),
)
