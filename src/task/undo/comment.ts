import { defineCommentUndo } from '../../comments/undo.ts'
import { deleteComment } from '../endpoints/delete-comment.ts'
import { removableTaskComments } from '../comment/changes.ts'

export const commentUndo = defineCommentUndo(removableTaskComments, { remove: deleteComment })
