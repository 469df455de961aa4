import { docs } from '#docs'
import { id, mentionedIds, nonBlank, Person, versioned } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { entity, keyBelow, type ThingOf } from '../../platform/table/entity.ts'
import { pages } from '../page/page.ts'

/** Editable fields of a comment. The history shows each of them, and a change of any of them can be undone. */
const fields = {
  text: nonBlank(50_000).meta(docs('Text (Markdown).', { examples: ['Is this still true?'] })),
  mentions: mentionedIds(),
  quote: z
    .orNull(z.string().min(1).max(2_000))
    .meta(docs('The commented part of the page, as it was at that time; null for the whole page.')),
  resolved: z.boolean().default(false).meta(docs('True if the comment is resolved.')),
}

export const Comment = z.described(docs('A comment on a wiki page.', { id: 'WikiComment' }), {
  id: id.meta(docs('ID of the comment.')),
  page_id: id.meta(docs('ID of the page.')),
  ...fields,
  author: Person.meta(docs('Author.')),
  ...versioned,
})

export const CommentInput = z.strictObject(fields)
export const NewComment = CommentInput.omit({ resolved: true })

export const comments = entity({
  name: 'wiki.comment',
  schema: Comment,
  ...keyBelow('page_id', pages, 'comment', ({ id }: { id: string }) => id),
})

export type StoredComment = ThingOf<typeof comments>

/** The resource type of page comments, and their parent resource. */
export const commentKind = { type: 'wiki_comment', comments, field: 'page_id', things: pages } as const
