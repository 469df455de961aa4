import type { Actor } from '../platform/identity/actor.ts'
import { noteReading } from '../platform/identity/reading.ts'
import { findMember } from '../platform/identity/members.ts'
import { problem } from '../platform/runtime/problem.ts'
import type { AssistantPermission } from './assistant-parts.ts'
import { assistants, assistantType, type StoredAssistant } from './assistant.ts'

type Who = Pick<Actor, 'id' | 'role'>
type Usable = Pick<StoredAssistant, 'id' | 'owner' | 'visibility' | 'grants'>

/** Only the owner and administrators may share or delete it. */
export const canManage = ({ id, role }: Who, { owner }: Pick<Usable, 'owner'>): boolean =>
  owner.id === id || role === 'admin'

/** What somebody is granted; nothing while the assistant is private. */
const grantedTo = (
  { id }: Pick<Who, 'id'>,
  { visibility, grants }: Usable,
): AssistantPermission | undefined =>
  visibility === 'private' ? undefined : findMember(grants, { id })?.permission

/** Whether it is somebody's own, public, or shared with them: what lists and searches show. */
export const isOffered = (person: Pick<Who, 'id'>, assistant: Usable): boolean =>
  assistant.owner.id === person.id ||
  assistant.visibility === 'public' ||
  grantedTo(person, assistant) !== undefined

/** Whether somebody may see an assistant and talk to it; not when there is none. */
export const canUse = (person: Who, assistant: Usable | undefined): boolean => {
  if (!assistant || isOffered(person, assistant)) return assistant !== undefined
  const isManaged = canManage(person, assistant)
  if (isManaged) noteReading(person, { type: assistantType.type, id: assistant.id })
  return isManaged
}

/** Whether somebody may read its instructions and change what it is. */
export const canEdit = (person: Who, assistant: Usable): boolean =>
  canManage(person, assistant) || grantedTo(person, assistant) === 'edit'

/**
 * Whether somebody answers for everything that an assistant is told: it is theirs, and nobody else is granted "edit".
 * That others grant it to them does not suffice, nor does the role of an administrator: neither has read it for that.
 */
export const isSoleEditor = ({ id }: Pick<Who, 'id'>, { owner, visibility, grants }: Usable): boolean =>
  owner.id === id &&
  (visibility === 'private' ||
    grants.every(({ user_id, permission }) => user_id === id || permission !== 'edit'))

/** The assistant; throws 404 when there is none or the caller may not see it. */
export const requireAssistant = <A extends Usable>(actor: Who, assistant: A | undefined): A => {
  if (!assistant || !canUse(actor, assistant)) throw assistants.absent()
  return assistant
}

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

/** The same; throws 403 for those who may see it but not change it. */
export const requireEditable = <A extends Usable>(actor: Who, assistant: A | undefined): A => {
  const found = requireAssistant(actor, assistant)
  if (!canEdit(actor, found)) throw editRequired()
  return found
}

/** The same for what even people granted "edit" may not do. */
export const requireManageable = <A extends Usable>(actor: Who, assistant: A | undefined): A => {
  const found = requireAssistant(actor, assistant)
  if (!canManage(actor, found)) throw ownerRequired()
  return found
}

/** An assistant as this caller sees it, with the counts of its ratings, if there are any. */
export const presentAssistant = (
  actor: Who,
  assistant: StoredAssistant,
  { up = 0, down = 0 }: { up?: number; down?: number } = {},
) => ({
  ...assistant,
  instructions: canEdit(actor, assistant) ? assistant.instructions : null,
  ratings: canManage(actor, assistant) ? { up, down } : null,
})
