import type * as z from '../../platform/schema/schema.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { newId } from '../../platform/runtime/id.ts'
import { transact } from '../../platform/table/table.ts'
import type { IfMatch } from '../../platform/table/changes.ts'
import { chatPolicy, requireChat, requireChatOwner } from './access.ts'
import { chats, type NewChat, type StoredChat } from './chat.ts'
import { type Participant, maxOtherParticipants, maxParticipants } from './participant.ts'
import { refreshMemberships, maxMembershipWrites, toSyncMemberships } from './membership.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { assistantPolicy } from '../../assistants/assistant/access.ts'
import { assistants } from '../../assistants/assistant/assistant.ts'
import { users } from '../../platform/identity/user.ts'

/** Loads the people and assistants with these IDs in one round trip. */
const findParticipants = (ids: string[]) => {
  const keys = ids.map((id) => ({ id }))
  return Promise.all([users.findMany(keys), assistants.findMany(keys)])
}

/**
 * Converts IDs and the people and assistants found for them to participants. Accepts active people, assistants that the
 * caller may use, and participants that are already in `known`. Throws 422 for any other ID.
 */
const toParticipants = (
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
      throw invalid(`participants[${index}]`, `must be the ID of a person or an assistant, not ${id}`)
    return present
  })

interface ChatChanges {
  topic?: string | undefined
  participants?: string[] | undefined
}

const ownerFirst = (owner: Participant, others: Participant[]) => [
  owner,
  ...others.filter(({ id }) => id !== owner.id),
]

/** Creates a chat of the caller. Throws 422 for an unknown participant. */
export const addChat = async (actor: Actor, { topic, participants }: z.output<typeof NewChat>) => {
  const id = newId()
  const [present, named] = await Promise.all([
    chats.find({ id }), // an earlier attempt of this request already created the chat
    findParticipants(participants),
  ])
  if (present) return present
  const owner = { id: actor.id, name: actor.name }
  const others = toParticipants(actor, participants, named)
  const chat = chats.make({ id, topic, owner, participants: ownerFirst({ type: 'user', ...owner }, others) })
  await transact([chats.toCreate(chat), ...toSyncMemberships(undefined, chat)])
  return chat
}

/** Changes the topic and the participants of a chat. Throws 403 if the caller is not its owner. */
export const changeChat = async (
  actor: Actor,
  id: string,
  { topic, participants }: ChatChanges,
  ifMatch: IfMatch,
): Promise<StoredChat> => {
  const [found, named] = await Promise.all([chats.find({ id }), findParticipants(participants ?? [])])
  return chats.modify(requireChat(actor, found), async (current) => {
    requireChatOwner(actor, current)
    const [owner] = current.participants as [Participant]
    const others = participants && toParticipants(actor, participants, named, current.participants)
    const all = others && ownerFirst(owner, others)
    if (all && all.length > maxParticipants)
      throw invalid('participants', `must have at most ${maxOtherParticipants} items`)
    const changes = { topic, participants: all }
    const update = chats.toUpdate(current, changes, ifMatch)
    if (update.isSame) return current
    const rows = toSyncMemberships(current, update.thing)
    await transact([update, ...rows.slice(0, maxMembershipWrites)])
    // the table's stream would also write these rows, but later
    if (rows.length > maxMembershipWrites) await refreshMemberships(id)
    return update.thing
  })
}

/** Removes the caller from a chat. If the caller owns the chat, deletes it for everyone. */
export const leaveChat = async (actor: Actor, id: string, ifMatch: IfMatch): Promise<void> => {
  const chat = requireChat(actor, await chats.find({ id }))
  await chats.modify(chat, async (current) => {
    requireChat(actor, current)
    if (chatPolicy.allows(current, actor, 'manage')) {
      await transact([chats.toRemoveRead(current, [], ifMatch), ...toSyncMemberships(current, undefined)])
      return
    }
    const participants = current.participants.filter((participant) => participant.id !== actor.id)
    const update = chats.toUpdate(current, { participants }, ifMatch)
    await transact([update, ...toSyncMemberships(current, update.thing)])
  })
}
