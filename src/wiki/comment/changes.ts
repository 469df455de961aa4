import { loadComment, type RemovableComments, type WrittenComments } from '../../comments/changes.ts'
import type * as z from '../../platform/schema/schema.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { findMentioned, requireMentioned } from '../../platform/identity/mentions.ts'
import { changedFields, type Changes, type IfMatch } from '../../platform/table/changes.ts'
import { writeItem } from '../../platform/table/table.ts'
import { nextVersion } from '../../platform/trash/trashed-things.ts'
import { spacePolicy } from '../space/access.ts'
import { authorRequired, requireCommentEdit, requireResolution } from './access.ts'
import { commentKind, comments, type CommentInput, type StoredComment } from './comment.ts'
import type { PlacedPage } from '../page/page-space.ts'
import { requirePage } from '../page/access.ts'
import { requirePublished } from '../page/status.ts'
import { pages, type StoredPage } from '../page/page.ts'

/** Comments on wiki pages. Anyone who can read a page may comment on it unless the page is archived. */
export const pageComments: WrittenComments<'page_id', StoredComment, StoredPage, PlacedPage> = {
  ...commentKind,
  requirePlace: requirePage,
  requireWritable: ({ page }) => requirePublished(page),
  toAdd: pages.toRequire,
}

/** Removal of comments on wiki pages, allowed to the author of the comment and to administrators. */
export const removablePageComments: RemovableComments<'page_id', StoredComment, StoredPage, PlacedPage> = {
  ...pageComments,
  authorMissing: () =>
    authorRequired('Only the author of a comment and administrators may delete the comment.'),
  toRemove: (comment) => [comments.toRemove(comment)],
  restored: (item) => nextVersion(comments.read(item)),
}

/** Edits a comment, or resolves or reopens it. Throws 403, 404, 409, 412, 422. */
export const changeComment = async (
  actor: Actor,
  { page_id, id }: { page_id: string; id: string },
  { resolved, ...words }: Changes<z.output<typeof CommentInput>>,
  ifMatch: IfMatch,
): Promise<StoredComment> => {
  const [{ place, comment }, people] = await Promise.all([
    loadComment(pageComments, actor, page_id, id),
    findMentioned(words.mentions ?? []),
  ])
  const permission = spacePolicy.authorize(place.space, actor)?.permission
  const mentions = words.mentions && requireMentioned(words.mentions, people)
  return comments.modify(comment, async (current) => {
    const update = comments.toUpdate(current, { ...words, mentions, resolved }, ifMatch)
    if (update.isSame) return current
    if (Object.keys(changedFields(current, { ...words, mentions })).length > 0)
      requireCommentEdit(actor, current)
    if (current.resolved !== update.thing.resolved) requireResolution(actor, current, permission)
    requirePublished(place.page)
    await writeItem(update)
    return update.thing
  })
}
