import { docs } from '#docs'
import * as z from '../../../platform/schema/schema.ts'
import { entity, keyBelow, type ThingOf } from '../../../platform/table/entity.ts'
import {
  answeredArray,
  answeredText,
  answeredId,
  Person,
  timestamp,
  answeredCount,
  pathNumber,
} from '../../../platform/schema/fields.ts'
import { AnsweredContent, Content, StoredContent } from '../content.ts'
import { Page, pages } from '../page.ts'

/** Revision number in a path or query. */
export const revisionNumber = pathNumber().meta(docs('Number of the revision, starting at 1.'))

export const Revision = z.described(docs('A revision of a page.', { id: 'Revision' }), {
  number: z.int().meta(docs('Revision number, starting at 1, without gaps.', { minimum: 1 })),
  page_id: answeredId.meta(docs('ID of the page.')),
  title: Page.shape.title,
  comment: z.orNull(z.string().max(500)).meta(docs('Description of the change and its reason.')),
  is_minor: z.boolean().default(false).meta(docs('True for a minor change: subscribers are not notified.')),
  author: Person.meta(docs('The person who created the revision.')),
  size: answeredCount.meta(docs('Size of the content in bytes (UTF-8).')),
  created_at: timestamp.meta(docs('Time of creation.')),
})

/** Maximum number of lines of a compared text. */
export const maxDiffLines = 20_000

/**
 * Maximum number of characters in replaced lines compared word by word; comparing a pair takes time quadratic in its
 * length.
 */
export const maxComparedCharacters = 200_000

const LineChange = z.described(docs('A replaced line, compared word by word.', { id: 'LineChange' }), {
  old_line: z.int().meta(docs('Number of the line in the previous revision, starting at 1.', { minimum: 1 })),
  new_line: z.int().meta(docs('Number of the line in this revision, starting at 1.', { minimum: 1 })),
  parts: answeredArray(
    z.object({
      text: answeredText(200_000).meta(docs('Words, with the spaces between them.', { examples: ['Old '] })),
      change: z
        .enum(['same', 'removed', 'added'])
        .meta(
          docs(
            'The lines that contain the words: both lines (`same`), only the old line (`removed`) or only the new ' +
              'line (`added`).',
          ),
        ),
    }),
    maxComparedCharacters,
  ).meta(docs('The parts of both lines, in order.')),
})

export const RevisionWithContent = Revision.extend({
  content: AnsweredContent,
  diff: answeredText(5_500_000)
    .nullable()
    .meta(
      docs('Changes since the previous revision, as a unified diff of lines; null for the first revision.', {
        examples: ['@@ -1,1 +1,1 @@\n-Old line\n+New line\n'],
      }),
    ),
  changes: answeredArray(LineChange, maxDiffLines)
    .nullable()
    .meta(
      docs(
        'The changed words of replaced lines; null without a diff, or if there are too many lines to compare.',
      ),
    ),
  diff_truncated: z
    .boolean()
    .meta(
      docs(
        'True if the diff is missing because a revision has more than 20,000 lines, the diff took more than 2 ' +
          's, or the diff is too large for one response.',
      ),
    ),
}).meta(docs('A revision of a page, with its content.', { id: 'RevisionWithContent' }))

export const RevisionFields = z.strictObject({
  content: Content.optional(),
  title: Page.shape.title.optional(),
  comment: Revision.shape.comment,
  is_minor: Revision.shape.is_minor,
  base_revision: z
    .int()
    .min(1)
    .optional()
    .meta(
      docs(
        'Number of the revision that was edited; if the page has a newer one, the request fails with 409.',
      ),
    ),
})

/** Input of a new revision; requires `content` or `title`. */
export const NewRevision = RevisionFields.refine(
  ({ content, title }) => content !== undefined || title !== undefined,
  {
    path: ['content'],
    error: 'or "title" is required',
    when: ({ issues }) => issues.length === 0,
  },
)

export const revisions = entity({
  name: 'wiki.revision',
  schema: Revision.extend({ text: StoredContent }),
  ...keyBelow(
    'page_id',
    pages,
    'revision',
    ({ number }: { number: number }) => String(number).padStart(10, '0'),
    'descending',
  ),
  detail: ['text'],
})

export type StoredRevision = ThingOf<typeof revisions>
