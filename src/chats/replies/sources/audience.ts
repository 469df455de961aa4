import { type StoredAssistant, assistants } from '../../../assistants/assistant/assistant.ts'
import type { Role } from '../../../platform/identity/actor.ts'
import { findPrincipals } from '../../../platform/identity/principals.ts'
import type { StoredChat } from '../../chat/chat.ts'

/** A person other than the asker who may learn what goes into a reply. */
export interface AudienceMember {
  id: string
  name: string
  role: Role
  groups: readonly string[]
}

export interface Audience {
  /** The other people of the chat. */
  people: AudienceMember[]
  /**
   * Owners of the chat's assistants, except the asker and people of the chat: they wrote the assistants' instructions.
   */
  owners: AudienceMember[]
}

/** Adds people's current roles and groups; a person without an account counts as a user without groups. */
const loadRoles = async (named: { id: string; name: string }[]): Promise<AudienceMember[]> => {
  const found = await findPrincipals(named.map(({ id }) => id))
  return named.map(({ id, name }, index) => {
    const { role = 'user', groups = [] } = found[index] ?? {}
    return { id, name, role, groups }
  })
}

/**
 * Loads the listeners of a reply in at most two round trips; in none if the asker alone talks to an assistant of their
 * own.
 */
export const loadReplyAudience = async (
  { participants }: StoredChat,
  assistant: StoredAssistant,
  asker_id: string,
): Promise<Audience> => {
  const others = participants.filter(({ type, id }) => type === 'user' && id !== asker_id)
  const helpers = participants.filter(({ type, id }) => type === 'assistant' && id !== assistant.id)
  const [people, found] = await Promise.all([
    loadRoles(others),
    assistants.findMany(helpers.map(({ id }) => ({ id }))),
  ])
  const known = new Set([asker_id, ...others.map(({ id }) => id)])
  const all = [assistant, ...found].flatMap((one) => (one ? [one.owner] : []))
  const owners = new Map(all.filter(({ id }) => !known.has(id)).map((owner) => [owner.id, owner]))
  return { people, owners: await loadRoles([...owners.values()]) }
}
