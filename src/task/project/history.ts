import { editable, historyOf } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { projectPolicy } from './access.ts'
import { ProjectInput, projects, projectType } from './project.ts'

export const projectHistory: ResourceHistory = {
  changes: [
    historyOf(projects, {
      type: projectType.type,
      fields: {
        ...editable(ProjectInput.shape),
        owner_id: ({ owner }) => owner.id,
      },
      removed: 'trashed',
    }),
  ],
  // only administrators may delete projects
  limitsOf: async (reader, id) => {
    const found = await projects.find({ id })
    const isReadOnly = !found || !projectPolicy.allows(found, reader, 'manage')
    return { isReadOnly, isUndeletable: reader.role !== 'admin' }
  },
}
