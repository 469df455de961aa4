import type { Actor } from '../../platform/identity/actor.ts'

/** Returns a contact as an actor, who is nothing but the requester of their tickets. */
export const contactActor = ({ id, name }: Pick<Actor, 'id' | 'name'>): Actor => ({
  id,
  name,
  role: 'user',
  groups: [],
})
