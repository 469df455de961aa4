import { defineCommentUndo } from '../../comments/undo.ts'
import { deleteComment } from '../endpoints/delete-comment.ts'
import { updateComment } from '../endpoints/update-comment.ts'
import { removablePageComments } from '../comment/changes.ts'

export const commentUndo = defineCommentUndo(removablePageComments, {
  update: updateComment,
  remove: deleteComment,
})
