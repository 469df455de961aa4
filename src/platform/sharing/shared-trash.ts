import type { Erasure } from '../identity/erasure.ts'
import { eraseTrashed } from '../trash/erasure.ts'
import { loadTrashed } from '../trash/trashed-things.ts'
import { withoutErased } from './shared-erasure.ts'
import type { SharedKind, SharedResource } from './shared-kind.ts'

/**
 * Creates the common part of the trash definitions of shared kinds: people with the greatest permission may restore and
 * purge. `isOwn` returns true if nobody else had access to the resource or would have access after a restore.
 */
export const sharedTrash = <T extends SharedResource>(
  kind: SharedKind<T>,
  isOwn: (resource: T, erasure: Erasure) => boolean,
) => ({
  load: loadTrashed(kind.entity, (resource, reader) =>
    kind.policy.authorize(resource, reader)?.permission === kind.policy.greatest ? 'purge' : undefined,
  ),
  erase: eraseTrashed(kind.entity, {
    isOwn,
    changesOf: (resource, erasure) => withoutErased(kind, resource, erasure),
    ownerOf: ({ owner }) => owner,
  }),
})
