import * as z from '../platform/schema/schema.ts'
import { entity, type ThingOf } from '../platform/table/entity.ts'
import { id, line, Person, position, versioned } from '../platform/schema/fields.ts'
import { sortable, sortableNumber } from '../language/fold.ts'
import { Content, StoredText } from './content.ts'
import { spaces } from './space.ts'

/** A page as others point to it. */
export const pageType = { type: 'wiki_page', path: '/wiki/pages/{id}' } as const

export const Page = z
  .object({
    id: z.string().meta({ description: 'Id of the page.' }),
    space_id: id.meta({ description: 'Id of its space.' }),
    parent_id: id
      .nullable()
      .default(null)
      .meta({ description: 'Id of the parent page; null for a root page.' }),
    position,
    title: line(255).meta({ description: 'Title.', examples: ['Welcome'] }),
    content: Content.default(''),
    tags: z
      .array(line(50))
      .max(20)
      .default([])
      .meta({ description: 'Tags, at most 20.', examples: [['onboarding']] }),
    status: z
      .enum(['published', 'archived'])
      .default('published')
      .meta({ description: 'Status; archived pages remain readable.' }),
    revision: z.int().meta({ description: 'Number of the revision shown.', examples: [1] }),
    children_count: z.int().default(0).meta({ description: 'Number of direct child pages.' }),
    author: Person.meta({ description: 'Who created it.' }),
    ...versioned,
  })
  .meta({ id: 'Page', description: 'A wiki page.' })

/** A page as lists show it. */
export const PageSummary = Page.omit({ content: true }).meta({
  id: 'PageSummary',
  description: 'A wiki page, as shown in lists.',
})

/** What can be changed of a page without a revision. */
const { parent_id, status, tags } = Page.shape
export const PageInput = z.strictObject({ parent_id, position, status, tags })

/**
 * A page knows where its content lies (`text`); the content itself is in items beside it. `crowded` is what
 * else there is to its newest revision when that came as one of many at once (contention.ts), `numbers` which of
 * those got which number.
 */
export const pages = entity({
  name: 'wiki.page',
  schema: Page.omit({ content: true }).extend({
    text: StoredText,
    crowded: z
      .object({ author: Person, comment: z.string().nullable(), is_minor: z.boolean() })
      .nullable()
      .default(null),
    numbers: z.record(z.string(), z.int()).default({}),
  }),
  key: ({ id }: { id: string }) => ({ pk: `page#${id}`, sk: 'page' }),
  lists: {
    children: {
      index: 'gsi1',
      partition: ({ space_id, parent_id }: { space_id: string; parent_id: string | null }) =>
        `space#${space_id}#children#${parent_id ?? 'root'}`,
      sort: ({ position, title, id }) => `${sortableNumber(position)}#${sortable(title)}#${id}`,
    },
  },
  detail: ['text', 'crowded', 'numbers'],
  counters: ['children_count'],
})

export type StoredPage = ThingOf<typeof pages>

/** The partition of what a page lies below: its parent, or as a root its space. */
export const parentPartition = ({
  space_id,
  parent_id,
}: Pick<StoredPage, 'space_id' | 'parent_id'>): string =>
  (parent_id === null ? spaces.keyOf({ id: space_id }) : pages.keyOf({ id: parent_id })).pk

/** The scope of the words by which pages are found. */
export const pageSearchScope = 'wiki.page'
