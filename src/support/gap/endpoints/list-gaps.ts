import { docs } from '#docs'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { answeredText, timestamp } from '../../../platform/schema/fields.ts'
import { listOf, listQuery } from '../../../platform/schema/list-fields.ts'
import * as z from '../../../platform/schema/schema.ts'
import { queryGaps, maxGapPeople } from '../../../search/gap/counts.ts'
import { minPeople } from '../../../search/gap/gap.ts'

const Gap = z.described(docs('A word that searches do not find.', { id: 'SearchGap' }), {
  stem: answeredText(40).meta(docs('Common beginning of the forms of the word.', { examples: ['vacation'] })),
  people: z.int().meta(
    docs(`Number of people who searched the word in the last 30 days, at most ${maxGapPeople}.`, {
      minimum: minPeople,
      maximum: maxGapPeople,
      examples: [7],
    }),
  ),
  last_at: timestamp.meta(docs('Hour of the last search.')),
})

export const listGaps = endpoint('GET /support/gaps', {
  summary: 'List words that searches do not find',
  isFunction: true,
  description:
    'Lists, newest first, the significant words of searches without filters, requests for solutions and questions ' +
    'to assistants that found nothing, at most 4 words of each. A word is stored readably and listed once ' +
    `${minPeople} people have searched it within 30 days; until then, only digests of the word and of the people ` +
    'are stored. Numbers, email addresses and words of more than 40 characters are not counted. A page may be ' +
    'short even if there is a `next_cursor`.',
  access: 'agent',
  query: listQuery({}),
  response: listOf(Gap),
  handle: ({ query }) => queryGaps(query),
})
