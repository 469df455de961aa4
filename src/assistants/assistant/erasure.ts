import { withoutMember } from '../../platform/identity/erasure.ts'
import { sharedErasure } from '../../platform/sharing/shared-erasure.ts'
import { toRemoveShared } from '../../platform/sharing/shared-writes.ts'
import { transact } from '../../platform/table/table.ts'
import { sharedWith } from './access.ts'
import { toRemoveRatingCounts } from './rating-counts.ts'
import { sharedAssistants } from './share.ts'

export const assistantErasure = sharedErasure(sharedAssistants, {
  isOwn: ({ owner, visibility, grants }, erasure) =>
    owner.id === erasure.person.id &&
    visibility !== 'public' &&
    sharedWith({ owner, visibility, grants: withoutMember(grants, erasure) }).length === 0,
  remove: (assistant) =>
    transact([...toRemoveShared(sharedAssistants, assistant), toRemoveRatingCounts(assistant.id)]),
})
