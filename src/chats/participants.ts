import { canUse } from '../assistants/access.ts'
import { assistants } from '../assistants/assistant.ts'
import type { Actor } from '../platform/actor.ts'
import { invalid } from '../platform/problem.ts'
import { users } from '../users/user.ts'
import type { Participant } from './chat.ts'

/**
 * Who is named by these ids: people, and assistants that the caller may use; those in `known` take part already and stay.
 * One round trip. Throws 422 naming the id that is nobody.
 */
export const participantsOf = async (
  actor: Actor,
  ids: string[],
  known: Participant[] = [],
): Promise<Participant[]> => {
  const keys = ids.map((id) => ({ id }))
  const [people, helpers] = await Promise.all([users.findMany(keys), assistants.findMany(keys)])
  return ids.map((id, index) => {
    const [person, assistant] = [people[index], helpers[index]]
    if (person?.is_active) return { type: 'user', id, name: person.name }
    if (assistant && canUse(actor, assistant)) return { type: 'assistant', id, name: assistant.name }
    const present = known.find((participant) => participant.id === id)
    if (!present) throw invalid(`participants[${index}]`, 'is neither a person nor an assistant')
    return present
  })
}
