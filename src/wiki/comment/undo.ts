import type { KindUndo, OwnCall } from '../../platform/history/undo-operations.ts'
import { deleteComment } from '../endpoints/delete-comment.ts'
import { updateComment } from '../endpoints/update-comment.ts'
import { transact } from '../../platform/table/table.ts'
import { nextVersion } from '../../platform/trash/trashed-things.ts'
import { requireRemoval } from './access.ts'
import { loadComment } from './changes.ts'
import { comments, commentType, type StoredComment } from './comment.ts'
import { requirePage } from '../page/access.ts'
import { requirePublished } from '../page/status.ts'
import { pages } from '../page/page.ts'

/** A comment for anyone who may read its page; throws 404. */
const findComment = async ({ actor, change }: OwnCall): Promise<StoredComment> =>
  (await loadComment(actor, change.resource_id, change.object_id)).comment

/** Puts a deleted comment back, for those who might delete it; nobody is notified of it again. Throws 403, 404, 409. */
const restoreComment = async ({ actor, removed }: OwnCall): Promise<void> => {
  const comment = nextVersion(comments.read(removed))
  const page = await pages.get({ id: comment.page_id })
  await requirePage(actor, page)
  requireRemoval(actor, comment)
  requirePublished(page)
  await transact([comments.toRestore(comment), pages.toRequire(page)])
}

export const commentUndo: KindUndo = {
  [commentType]: {
    idsOf: ({ object_id, resource_id }) => ({ id: resource_id, comment_id: object_id }),
    read: findComment,
    update: updateComment,
    remove: deleteComment,
    restore: restoreComment,
  },
}
