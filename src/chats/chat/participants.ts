import { assistantPolicy } from '../../assistants/access.ts'
import { assistants } from '../../assistants/assistant/assistant.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { users } from '../../platform/identity/user.ts'
import type { Participant } from './chat.ts'

/** The people and assistants with these ids, in one round trip. */
export const findParticipants = (ids: string[]) => {
  const keys = ids.map((id) => ({ id }))
  return Promise.all([users.findMany(keys), assistants.findMany(keys)])
}

/**
 * Who is named by these ids, of whom was found: people, and assistants that the caller may use; those in
 * `known` take part already and stay. Throws 422 naming the id that is nobody.
 */
export const toParticipants = (
  actor: Actor,
  ids: string[],
  [people, helpers]: Awaited<ReturnType<typeof findParticipants>>,
  known: Participant[] = [],
): Participant[] =>
  ids.map((id, index) => {
    const [person, assistant] = [people[index], helpers[index]]
    if (person?.is_active) return { type: 'user', id, name: person.name }
    if (assistant && assistantPolicy.authorize(assistant, actor))
      return { type: 'assistant', id, name: assistant.name }
    const present = known.find((participant) => participant.id === id)
    if (!present)
      throw invalid(`participants[${index}]`, `must be the id of a person or an assistant, not ${id}`)
    return present
  })
