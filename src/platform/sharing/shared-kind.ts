import type { Member } from '../identity/members.ts'
import type { Decision, Named, Principal } from '../identity/policy.ts'
import type { ResourceType } from '../resource.ts'
import type { derivedRows } from '../table/derived-rows.ts'
import type { Entity } from '../table/entity.ts'

/** A resource that its owner shares: `members` or `grants` lists the people and groups with access. */
export interface SharedResource {
  id: string
  version: number
  name: string
  owner: Named
  updated_at: string
  members?: Member[]
  grants?: Member[]
}

/** A kind of shared resources, as far as reads need it (decision 0044). */
export interface SharedKind<T extends SharedResource> {
  type: ResourceType
  entity: Entity<T, { id: string }>
  policy: {
    /** The permission of the owner, which includes sharing, deleting and restoring. */
    greatest: string
    isOpen: (resource: T) => boolean
    decide: (resource: T, person: Principal) => Decision | undefined
    authorize: (resource: T, person: Principal) => Decision | undefined
  }
  /** Field that lists the people and groups. */
  list: 'members' | 'grants'
  /** Field of the member rows with the ID of their resource. */
  idField: `${string}_id`
}

/** A kind of shared resources with their member rows, for writes. */
export interface SharedKindWithRows<T extends SharedResource> extends SharedKind<T> {
  /** Index rows of the resource under each of its people, which change together with it. */
  rows: ReturnType<typeof derivedRows<T, object>>
  /** Counters of the resources inside; empty if it contains none. */
  counters: readonly (keyof T & string)[]
  /** The counter of all resources inside; absent if it contains none. */
  total?: keyof T & string
}
