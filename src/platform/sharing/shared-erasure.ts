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
  /** Returns true if nobody else can access the resource after the erasure of the person. */
  isOwn: (resource: T, erasure: Erasure) => boolean | Promise<boolean>
  /** Deletes a resource that nobody else can access. */
  remove: (resource: T, erasure: Erasure) => Promise<void>
}

/** Removes erased people and deleted groups from shared resources; the successor becomes the owner of the rest. */
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
