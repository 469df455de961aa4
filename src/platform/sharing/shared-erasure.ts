import {
  onMemberErasure,
  ownerAfter,
  withoutMember,
  type Erasure,
  type KindErasure,
} from '../identity/erasure.ts'
import type { SharedKind, SharedKindWithRows, SharedResource } from './shared-kind.ts'
import { updateShared } from './shared-writes.ts'

/** Returns the changed fields of a shared resource when a person or a group is erased. */
export const withoutErased = <T extends SharedResource>(
  { list }: SharedKind<T>,
  resource: T,
  erasure: Erasure,
) =>
  ({
    owner: ownerAfter(resource.owner, erasure),
    [list]: withoutMember(resource[list] ?? [], erasure),
  }) as Partial<T>

interface OwnResources<T> {
  /** Returns true if nobody else has the resource once the person is erased. */
  isOwn: (resource: T, erasure: Erasure) => boolean | Promise<boolean>
  /** Deletes such a resource. */
  remove: (resource: T, erasure: Erasure) => Promise<void>
}

/** Erases people and deleted groups from shared resources; a resource that others have goes to the successor. */
export const sharedErasure = <T extends SharedResource>(
  kind: SharedKindWithRows<T>,
  { isOwn, remove }: OwnResources<T>,
): KindErasure => ({
  handlers: [
    onMemberErasure(kind.entity, (first, erasure) =>
      kind.entity.modify(first, async (current) => {
        if (await isOwn(current, erasure)) {
          await remove(current, erasure)
          return 'removed'
        }
        await updateShared(kind, current, withoutErased(kind, current, erasure))
        return current.owner.id === erasure.person.id ? 'handed_over' : undefined
      }),
    ),
  ],
})
