import type { Member } from './identity/members.ts'
import type { Decision, Principal } from './identity/policy.ts'
import type { ResourceRef } from './resource-ref.ts'

/** Who may see one thing, and why. */
export interface Rights {
  /** The thing whose rules decide: of a page its space, of a task its project. */
  decidedBy: ResourceRef & { title: string; url: string }
  /** What a GET by that person is decided by. */
  decide: (person: Principal) => Decision | undefined | Promise<Decision | undefined>
  /** Whether somebody may change who sees it. */
  mayChange: (person: Principal) => boolean
  /** Whose it is. */
  owner: { id: string }
  /** The other people and groups that its rules name. */
  named: Pick<Member, 'user_id' | 'group_id'>[]
  /** Whether its rules let others see it as well, beside administrators. */
  isOpen: boolean
  /** What it is attached to: who may see that may see it as well. */
  attachedTo?: ResourceRef[]
}
