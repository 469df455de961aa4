import { commentUndoOf } from '../../comments/undo.ts'
import { deleteComment } from '../endpoints/delete-comment.ts'
import { taskComments } from './changes.ts'

export const commentUndo = commentUndoOf(taskComments, { remove: deleteComment })
