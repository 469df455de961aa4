import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { sharedHistory } from '../../platform/sharing/shared-history.ts'
import { projectKind } from './access.ts'
import { ProjectInput } from './project.ts'

const { changes, limitsOf } = sharedHistory(projectKind, ProjectInput)

export const projectHistory: ResourceHistory = {
  changes,
  // only administrators may delete projects
  limitsOf: async (reader, id) => ({
    ...(await limitsOf(reader, id)),
    isUndeletable: reader.role !== 'admin',
  }),
}
