import { docs } from '#docs'
import { linkFields, Breadcrumb, maxBreadcrumbs } from '../platform/resource.ts'
import * as z from '../platform/schema/schema.ts'
import { answeredId, timestamp, answeredCount, answeredTitle } from '../platform/schema/fields.ts'
import { searchableListOf } from '../platform/schema/list-fields.ts'
import { searchedTypes } from '#generated/resource-types.ts'
import { maxQueryWords } from '../platform/search/query/query-words.ts'
import { maxSnippetCharacters } from '../platform/search/query/snippet.ts'

export const SearchResultType = z.enum(searchedTypes).meta(docs('Type of resource; more may be added.'))
export type SearchResultType = z.output<typeof SearchResultType>

const queryWord = z.string().meta(docs('A word of the query.', { maxLength: 4_000 }))

/** A result of a search across all types. */
export const SearchResult = z
  .object({
    type: SearchResultType,
    id: answeredId.meta(docs('ID of the resource.')),
    title: answeredTitle.meta(docs('Title, name or subject; for a comment or message, of its parent.')),
    snippet: z
      .string()
      .nullable()
      .meta(docs('Plain excerpt of its text around the words; null if it has no text.', { maxLength: 250 })),
    marks: z.array(z.array(answeredCount).min(2).max(2)).meta(
      docs('Positions of the query’s words in the snippet, in UTF-16 code units.', {
        maxItems: maxSnippetCharacters,
      }),
    ),
    matched: z
      .object({
        words: z.array(queryWord).meta(docs('Words of the query found in it.', { maxItems: maxQueryWords })),
        missing: z
          .array(queryWord)
          .meta(docs('Words of the query missing from it.', { maxItems: maxQueryWords })),
      })
      .meta(docs('Words of the query found and missing, as they were typed, without stop words.')),
    breadcrumbs: z.array(Breadcrumb).meta(
      docs(
        'The resources that contain it, outermost first: space and pages, project and task, course, chat.',
        {
          maxItems: maxBreadcrumbs,
        },
      ),
    ),
    ...linkFields,
    api_url: linkFields.api_url.meta(
      docs('URL in this API; for a comment or ticket message, of the task or ticket.'),
    ),
    updated_at: timestamp.meta(docs('Time of the last change.')),
  })
  .meta(docs('A search result.', { id: 'SearchResult' }))
export type SearchResult = z.output<typeof SearchResult>

export const SearchResultList = searchableListOf(SearchResult).extend({
  counts: z
    .record(z.string(), answeredCount)
    .meta(
      docs(
        'Number of results by type, counted up to 100. Items deleted in the last 2 s may still be counted if ' +
          'they are not on this page.',
        { examples: [{ wiki_page: 12, task: 3 }] },
      ),
    ),
})
