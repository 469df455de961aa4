import type { KindUndo } from '../../platform/history/undo-operations.ts'
import { deleteProject } from '../endpoints/delete-project.ts'
import { readProject } from '../endpoints/read-project.ts'
import { updateProject } from '../endpoints/update-project.ts'
import { projectType } from '../project/project.ts'

export const projectUndo: KindUndo = {
  [projectType.type]: { read: readProject, update: updateProject, remove: deleteProject },
}
