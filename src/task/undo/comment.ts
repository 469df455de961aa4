import { commentUndoOf } from '../../comments/undo.ts'
import { deleteComment } from '../endpoints/delete-comment.ts'
import { removableTaskComments } from '../comment/changes.ts'

export const commentUndo = commentUndoOf(removableTaskComments, { remove: deleteComment })
