import { docs } from '#docs'
import { answeredUrl, answeredId, answeredTitle } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'

/** Maximum number of links of a ticket. */
export const maxLinks = 100

/** Maximum number of links of a ticket in lists, each of which reads a ticket. */
export const maxListedLinks = 5

const LinkType = z
  .enum(['merged_into', 'merged_from', 'wiki_page'])
  .meta(
    docs(
      '`merged_into`: this ticket was merged into the linked ticket; `merged_from`: the linked ticket was merged ' +
        'into this ticket; `wiki_page`: the linked page was created from this ticket.',
    ),
  )

/** A link as a ticket stores it, by the ID of the other ticket or the page. */
export const StoredTicketLink = z.object({ type: LinkType, id: z.string() })
export type StoredTicketLink = z.output<typeof StoredTicketLink>

/** Returns true for the link to a page. */
export const leadsToPage = ({ type }: StoredTicketLink) => type === 'wiki_page'

export const TicketLink = z.described(docs('A link of a ticket.', { id: 'TicketLink' }), {
  type: LinkType,
  id: answeredId.meta(docs('ID of the linked ticket or page.')),
  number: z
    .orNull(z.int())
    .meta(docs('Number of the linked ticket; null for a page.', { minimum: 1, examples: [1_042] })),
  title: answeredTitle.meta(
    docs('Subject of the linked ticket or title of the page.', { examples: ['The printer is on fire'] }),
  ),
  url: answeredUrl.meta(docs('URL for people.')),
})

/** The ticket into which a ticket was merged. */
export const Merge = z.object({
  into: z.string(),
  /** True if the messages move to the other ticket. */
  is_moved: z.boolean(),
  /** True if the other ticket was solved at the time of the merge. */
  is_solved: z.boolean().default(false),
})

/** Returns the IDs of the tickets that were merged into the ticket with these links. */
export const mergedInto = (linked: StoredTicketLink[]): string[] =>
  linked.flatMap(({ type, id }) => (type === 'merged_from' ? [id] : []))
