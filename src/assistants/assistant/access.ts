import type { Actor } from '../../platform/identity/actor.ts'
import { granteesOf, grantsIn } from '../../platform/identity/members.ts'
import { asPerson, policy, requirement } from '../../platform/identity/policy.ts'
import { problem } from '../../platform/runtime/problem.ts'
import type { SharedKind } from '../../platform/sharing/shared-kind.ts'
import { assistants, assistantType, type StoredAssistant } from './assistant.ts'

type Who = Pick<Actor, 'id' | 'role' | 'groups'>
type Usable = Pick<StoredAssistant, 'id' | 'owner' | 'visibility' | 'grants'>

/**
 * Permissions for an assistant: use it (`view`); also read its instructions and change it; also share and delete it.
 */
export const assistantPolicy = policy({
  type: assistantType.type,
  permissions: ['view', 'edit', 'manage'],
  owner: ({ owner }: Usable) => owner,
  listed: ({ visibility, grants }, person) =>
    visibility === 'private' ? [] : grantsIn(grants, person, ({ permission }) => permission),
  public: ({ visibility }) => (visibility === 'public' ? 'view' : undefined),
  roles: { admin: 'manage' },
})

/** Assistants as a shared kind. */
export const assistantKind: SharedKind<StoredAssistant> = {
  type: assistantType,
  entity: assistants,
  policy: assistantPolicy,
  list: 'grants',
  idField: 'assistant_id',
}

/** Returns the permission by which lists and searches show an assistant: own, public and shared ones. */
export const decideOffer = (assistant: Usable, person: Who) =>
  assistantPolicy.decide(assistant, asPerson(person))

/** Returns the IDs of the people and groups with whom an assistant is shared; empty if it is private or public. */
export const sharedWith = (assistant: Pick<StoredAssistant, 'visibility' | 'grants' | 'owner'>): string[] =>
  assistant.visibility === 'shared' ? granteesOf(assistant) : []

/**
 * Returns true if a person is responsible for everything that an assistant is instructed to do: they own it, and nobody
 * else has the permission "edit". A granted permission or the role of an administrator is not enough, since neither
 * means that the person has read the instructions.
 */
export const isSoleEditor = ({ id }: Pick<Who, 'id'>, { owner, visibility, grants }: Usable): boolean =>
  owner.id === id &&
  (visibility === 'private' ||
    grants.every(({ user_id, permission }) => user_id === id || permission !== 'edit'))

export const editRequired = problem(
  'assistants.edit_required',
  403,
  'Only the owner of the assistant, people granted "edit" and administrators may change it.',
)

export const ownerRequired = problem(
  'assistants.owner_required',
  403,
  'Only the owner of the assistant and administrators may share or delete it.',
)

export const requireAssistant = requirement(assistantPolicy, assistants.absent)
export const requireAssistantEditor = requirement(assistantPolicy, assistants.absent, {
  needed: 'edit',
  missing: editRequired,
})
export const requireAssistantManager = requirement(assistantPolicy, assistants.absent, {
  needed: 'manage',
  missing: ownerRequired,
})

/** Returns an assistant for the caller, with its rating counts if there are any. */
export const presentAssistant = (
  actor: Who,
  assistant: StoredAssistant,
  { up = 0, down = 0 }: { up?: number; down?: number } = {},
) => ({
  ...assistant,
  instructions: assistantPolicy.allows(assistant, actor, 'edit') ? assistant.instructions : null,
  ratings: assistantPolicy.allows(assistant, actor, 'manage') ? { up, down } : null,
})
