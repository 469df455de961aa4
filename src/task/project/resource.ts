import { sharedResource } from '../../platform/sharing/shared-resource.ts'
import { projectKind } from './access.ts'
import { projectSearchScope } from './project.ts'

export const projectResource = sharedResource(projectKind, {
  scope: projectSearchScope,
  indexed: { keys: ({ key, former_keys }) => [key, ...former_keys] },
})
