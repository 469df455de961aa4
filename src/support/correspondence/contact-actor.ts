import type { Actor } from '../../platform/identity/actor.ts'

/** Returns the actor for a contact, who may act only as the requester of their own tickets. */
export const contactActor = ({ id, name }: Pick<Actor, 'id' | 'name'>): Actor => ({
  id,
  name,
  role: 'user',
  groups: [],
})
