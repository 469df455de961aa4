import { commentUndoOf } from '../../comments/undo.ts'
import { deleteComment } from '../endpoints/delete-comment.ts'
import { updateComment } from '../endpoints/update-comment.ts'
import { pageComments } from './changes.ts'

export const commentUndo = commentUndoOf(pageComments, { update: updateComment, remove: deleteComment })
