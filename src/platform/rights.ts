import type { Member } from './identity/members.ts'
import type { Decision, Principal } from './identity/policy.ts'
import type { ResourceRef } from './resource-ref.ts'

/** Access rules of one resource, with their reasons. */
export interface Rights {
  /** The resource whose rules decide: the space of a page, the project of a task. */
  decidedBy: ResourceRef & { title: string; url: string }
  /** Returns the decision on a GET by `person`. */
  decide: (person: Principal) => Decision | undefined | Promise<Decision | undefined>
  /** Returns true if `person` may change who sees the resource. */
  mayChange: (person: Principal) => boolean
  owner: { id: string }
  /** Other people and groups named in the rules. */
  named: Pick<Member, 'user_id' | 'group_id'>[]
  /** True if people who are neither named nor administrators may see the resource too. */
  isOpen: boolean
  /** Resources to which the resource is attached; anyone who may see one of them may see it. */
  attachedTo?: ResourceRef[]
}
