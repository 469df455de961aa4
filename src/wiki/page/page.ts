import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { Breadcrumb, maxBreadcrumbs } from '../../platform/resource.ts'
import {
  answeredArray,
  answeredId,
  id,
  line,
  Person,
  versioned,
  position,
  answeredCount,
  optionalTime,
  upTo,
} from '../../platform/schema/fields.ts'
import { AnsweredContent, Content, StoredContent } from './content.ts'
import { sortableName, sortableNumber } from '../../language/fold.ts'
import { Permission, spaces } from '../space/space.ts'

export const pageType = { type: 'wiki_page', path: '/wiki/pages/{id}' } as const

export const pageTag = line(50)

export const PageStatus = z
  .enum(['draft', 'published', 'archived'])
  .meta(
    docs(
      'Status. A draft is visible only to its author and the admins of its space. An archived page is ' +
        'read-only until it is published again.',
    ),
  )

/** Position of a page in the tree: below a parent page, or a root of its space. */
export interface Place {
  space_id: string
  parent_id: string | null
}

/** A page whose status may be draft; lists keep drafts apart. */
export interface Draftable {
  status: 'draft' | 'published' | 'archived'
}

/** Returns true if a page is another person's draft, which must stay invisible to `user_id`. */
export const isDraftOfAnother = (
  user_id: string,
  { status, author }: Draftable & { author: { id: string } },
): boolean => status === 'draft' && author.id !== user_id

/** Returns the partition of the pages with this place. */
export const childrenPartition = ({ space_id, parent_id }: Place): string =>
  `space#${space_id}#children#${parent_id ?? 'root'}`

interface Sibling {
  position: number
  title: string
  id: string
}

/** Returns the sort key of a page among its siblings: by position, then title. */
export const siblingOrder = ({ position, title, id }: Sibling): string =>
  `${sortableNumber(position)}#${sortableName(title, id)}`

/** Editable fields of a page. The history shows each of them, and a change of any of them can be undone. */
export const pageFields = {
  space_id: id.meta(docs('ID of the space.')),
  parent_id: z.orNull(id).meta(docs('ID of the parent page; null for a root page.')),
  position: position(),
  title: line(255).meta(docs('Title.', { examples: ['Welcome'] })),
  content: Content.default(''),
  tags: upTo(20, pageTag).meta(docs('Tags, at most 20.', { examples: [['onboarding']] })),
  status: PageStatus.default('published'),
  review_at: optionalTime.meta(
    docs('Time at which the author is reminded to review the page; null for no reminder.'),
  ),
}

export const Page = z.described(docs('A wiki page.', { id: 'WikiPage' }), {
  id: answeredId.meta(docs('ID of the page.')),
  ...pageFields,
  content: AnsweredContent.default(''),
  breadcrumbs: z.unversioned(
    answeredArray(Breadcrumb, maxBreadcrumbs).meta(
      docs('The space and the ancestors of the page, outermost first; at most the nearest 12 pages.'),
    ),
  ),
  revision: z.int().meta(docs('Number of the revision shown.', { minimum: 1, examples: [1] })),
  children_count: z.unversioned(answeredCount.default(0).meta(docs('Number of direct child pages.'))),
  permission: z.unversioned(
    Permission.nullable().meta(docs('The caller’s permission; null if the caller has just lost access.')),
  ),
  is_subscribed: z.unversioned(
    z.boolean().meta(docs('True if the caller is notified of revisions.', { examples: [true] })),
  ),
  author: Person.meta(docs('The person who created the page.')),
  ...versioned,
})

/** A page in lists. */
export const PageSummary = Page.omit({
  content: true,
  breadcrumbs: true,
  permission: true,
  is_subscribed: true,
}).meta(docs('A wiki page in lists.', { id: 'WikiPageSummary' }))

export const NewPage = z
  .strictObject(pageFields)
  .omit({ review_at: true })
  .extend({
    status: z
      .enum(['published', 'draft'])
      .default('published')
      .meta(
        docs(
          'Initial status. A draft is visible only to its author and the admins of the space, and sends no ' +
            'notifications.',
        ),
      ),
  })

/** Fields that can change without a new revision. */
export const PageInput = z.strictObject(pageFields).omit({ title: true, content: true })

/**
 * A stored page refers to its content by `text`; the content itself is in separate items of the partition.
 * `pending_revision` has the other fields of the newest revision if that revision was written under contention
 * (contention.ts), and `applied_drafts` maps draft IDs to the revision numbers they received. `ancestors` has the IDs
 * of the ancestors when they were last renewed (breadcrumbs.ts). The place of a draft is where its author wants to
 * publish it (decision 0025).
 */
export const pages = entity({
  name: 'wiki.page',
  schema: PageSummary.extend({
    text: StoredContent,
    pending_revision: z.orNull(
      z.object({ author: Person, comment: z.string().nullable(), is_minor: z.boolean() }),
    ),
    applied_drafts: z.record(z.string(), z.int()).default({}),
    ancestors: z.array(z.string()).default([]),
  }),
  key: ({ id }: { id: string }) => ({ pk: `page#${id}`, sk: 'page' }),
  lists: {
    children: {
      index: 'gsi1',
      partition: ({ status, ...place }: Place & Partial<Draftable>) =>
        status === 'draft' ? null : childrenPartition(place),
      sort: siblingOrder,
    },
  },
  detail: ['text', 'pending_revision', 'applied_drafts'],
  counters: ['children_count', 'ancestors'],
})

export type StoredPage = ThingOf<typeof pages>

/** Returns the partition of the parent of a page, or of its space for a root or a draft. */
export const parentPartition = ({
  space_id,
  parent_id,
  status,
}: Pick<StoredPage, 'space_id' | 'parent_id' | 'status'>): string =>
  (parent_id === null || status === 'draft' ? spaces.keyOf({ id: space_id }) : pages.keyOf({ id: parent_id }))
    .pk

export const pageSearchScope = 'wiki.page'
