import { fold } from '../../language/fold.ts'
import type { StoredChat } from '../chat/chat.ts'
import type { Participant } from '../chat/participant.ts'

/** The `@` before a name: not that of an email address, nor of an address of the web such as `https://host/@name`. */
const at = String.raw`(?<![\p{Script=Latin}\p{N}/])@`

/** Whom the text names by `@name`: the longest name at each `@`, if exactly one participant has it. */
const findNamed = (text: string, participants: Participant[]): Participant[] => {
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

/** The text without the `@name` of participants, which is not what it is about; as it is when nothing else is left. */
export const removeMentions = (text: string, participants: Pick<Participant, 'name'>[]): string => {
  const names = participants.map(({ name }) => RegExp.escape(name)).toSorted((a, b) => b.length - a.length)
  const mention = new RegExp(`${at}(?:${names.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  return text.replaceAll(mention, ' ').trim() || text
}

/**
 * Whom a message is for: everybody it mentions, by id or by name, and the assistants that answer it. An
 * assistant answers when it is mentioned, and to everything when it is the only other participant.
 */
export const resolveMentions = (
  { participants }: Pick<StoredChat, 'participants'>,
  author_id: string,
  { text, mentions }: { text: string; mentions: string[] },
): { mentioned: Participant[]; answering: Participant[] } => {
  const others = participants.filter(({ id }) => id !== author_id)
  const named = new Set([...others.filter(({ id }) => mentions.includes(id)), ...findNamed(text, others)])
  const alone = others.length === 1 ? others : []
  const answering = new Set([...named, ...alone]).values().filter(({ type }) => type === 'assistant')
  return { mentioned: [...named], answering: [...answering] }
}
