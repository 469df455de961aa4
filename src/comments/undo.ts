import type { KindUndo, OwnCall, UndoOperations } from '../platform/history/undo-operations.ts'
import { loadComment, restoreComment, type RemovableComments } from './changes.ts'
import type { CommentOn } from './comment.ts'

/** Returns the undo operations of comments, given the endpoints that update and delete a comment. */
export const defineCommentUndo = <F extends string, C extends CommentOn<F>, Thing, Place>(
  kind: RemovableComments<F, C, Thing, Place>,
  endpoints: Pick<UndoOperations, 'update' | 'remove'>,
): KindUndo => ({
  [kind.type]: {
    idsOf: ({ object_id, resource_id }) => ({ id: resource_id, comment_id: object_id }),
    read: async ({ actor, change }: OwnCall) =>
      (await loadComment(kind, actor, change.resource_id, change.object_id)).comment,
    restore: ({ actor, removed }: OwnCall) => restoreComment(kind, actor, removed),
    ...endpoints,
  },
})
