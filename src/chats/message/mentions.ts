import { fold } from '../../language/fold.ts'
import type { StoredChat } from '../chat/chat.ts'
import type { Participant } from '../chat/participant.ts'

/** The `@` before a name, except in an email address or in a URL such as `https://host/@name`. */
const at = String.raw`(?<![\p{Script=Latin}\p{N}/])@`

/**
 * Returns the participants whom the text names by `@name`: the longest name at each `@` that belongs to one
 * participant.
 */
const findNamedParticipants = (text: string, participants: Participant[]): Participant[] => {
  const names = Map.groupBy(participants, ({ name }) => fold(name))
  const longestFirst = [...names].sort(([a], [b]) => b.length - a.length)
  return fold(text)
    .split(new RegExp(at, 'u'))
    .slice(1)
    .flatMap((rest) => {
      const isNamed = (name: string) =>
        rest.startsWith(name) && !/^[\p{L}\p{N}]/u.test(rest.slice(name.length))
      const [, people = []] = longestFirst.find(([name]) => isNamed(name)) ?? []
      return people.length === 1 ? people : []
    })
}

/**
 * Removes the `@name` of participants, which is not part of the topic; returns the text unchanged if nothing would
 * remain.
 */
export const removeMentions = (text: string, participants: Pick<Participant, 'name'>[]): string => {
  const names = participants.map(({ name }) => RegExp.escape(name)).toSorted((a, b) => b.length - a.length)
  const mention = new RegExp(`${at}(?:${names.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  return text.replaceAll(mention, ' ').trim() || text
}

/**
 * Returns the participants whom a message mentions, by ID or by name, and the assistants that answer it. An assistant
 * answers if it is mentioned, and always if it is the only other participant.
 */
export const resolveMentions = (
  { participants }: Pick<StoredChat, 'participants'>,
  author_id: string,
  { text, mentions }: { text: string; mentions: string[] },
): { mentioned: Participant[]; answering: Participant[] } => {
  const others = participants.filter(({ id }) => id !== author_id)
  const named = new Set([
    ...others.filter(({ id }) => mentions.includes(id)),
    ...findNamedParticipants(text, others),
  ])
  const alone = others.length === 1 ? others : []
  const answering = new Set([...named, ...alone]).values().filter(({ type }) => type === 'assistant')
  return { mentioned: [...named], answering: [...answering] }
}
