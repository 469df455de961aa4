import type { Resource } from '../../platform/resource.ts'
import { sharedResource } from '../../platform/sharing/shared-resource.ts'
import { spaceKind } from './access.ts'
import { spaceSearchScope } from './space.ts'

export const spaceResource: Resource = {
  ...sharedResource(spaceKind, { scope: spaceSearchScope, indexed: { keys: ({ slug }) => [slug] } }),
  isKnowledge: true,
}
