import { sharedResource } from '../../platform/sharing/shared-resource.ts'
import { assistantKind, decideOffer, sharedWith } from './access.ts'
import { assistantSearchScope } from './assistant.ts'

/**
 * Assistants as a resource, found by the people to whom they are offered; administrators may use others but not find
 * them.
 */
export const assistantResource = sharedResource(assistantKind, {
  scope: assistantSearchScope,
  readers: (assistant) =>
    assistant.visibility === 'public' ? undefined : [assistant.owner.id, ...sharedWith(assistant)],
  indexed: { refers_to: ({ knowledge }) => knowledge },
  decide: decideOffer,
})
