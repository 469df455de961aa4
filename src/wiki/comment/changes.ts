import type * as z from '../../platform/schema/schema.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { findMentioned, requireMentioned } from '../../platform/identity/mentions.ts'
import { changedFields, type Changes, type IfMatch } from '../../platform/table/changes.ts'
import { transact, writeItem } from '../../platform/table/table.ts'
import { spacePolicy } from '../space/access.ts'
import { requireEdit, requireRemoval, requireResolution } from './access.ts'
import { comments, type CommentInput, type NewComment, type StoredComment } from './comment.ts'
import { requirePage } from '../page/access.ts'
import { requirePublished } from '../page/status.ts'
import { pages } from '../page/page.ts'

/** Says something about a page; throws 422 for a mention of nobody, 409 for an archived page. */
export const addComment = async (
  author: Actor,
  page_id: string,
  { mentions, ...words }: z.output<typeof NewComment>,
): Promise<StoredComment> => {
  const [page, people] = await Promise.all([pages.get({ id: page_id }), findMentioned(mentions)])
  await requirePage(author, page)
  const mentioned = requireMentioned(mentions, people)
  requirePublished(page)
  const comment = comments.make({ ...words, page_id, mentions: mentioned, author })
  await transact([comments.toCreate(comment), pages.toRequire(page)])
  return comment
}

/** A comment of a page that the caller may read, with what they may do in its space. Throws 404. */
export const loadComment = async (actor: Actor, page_id: string, id: string) => {
  const [page, comment] = await Promise.all([pages.get({ id: page_id }), comments.find({ page_id, id })])
  const { space } = await requirePage(actor, page)
  if (!comment) throw comments.absent()
  return { page, comment, permission: spacePolicy.authorize(space, actor)?.permission }
}

/** Changes what a comment says, or whether it is resolved. Throws 403, 404, 409, 412, 422. */
export const changeComment = async (
  actor: Actor,
  { page_id, id }: { page_id: string; id: string },
  { resolved, ...words }: Changes<z.output<typeof CommentInput>>,
  ifMatch: IfMatch,
): Promise<StoredComment> => {
  const [{ page, comment, permission }, people] = await Promise.all([
    loadComment(actor, page_id, id),
    findMentioned(words.mentions ?? []),
  ])
  const mentions = words.mentions && requireMentioned(words.mentions, people)
  return comments.modify(comment, async (current) => {
    const changes = { ...words, mentions, resolved }
    const update = comments.toUpdate(current, changes, ifMatch)
    if (update.isSame) return current
    if (Object.keys(changedFields(current, { ...words, mentions })).length > 0) requireEdit(actor, current)
    if (current.resolved !== update.thing.resolved) requireResolution(actor, current, permission)
    requirePublished(page)
    await writeItem(update)
    return update.thing
  })
}

/** Removes a comment; throws 403 for others than its author and administrators. */
export const removeComment = async (actor: Actor, page_id: string, id: string): Promise<void> => {
  const { comment, page } = await loadComment(actor, page_id, id)
  requireRemoval(actor, comment)
  requirePublished(page)
  await writeItem(comments.toRemove({ page_id, id }))
}
