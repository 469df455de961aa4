import { users } from '../platform/identity/user.ts'
import type { Item } from '../platform/table/operation.ts'
import { excerptLength } from '../notifications/notify.ts'

/** The fields of the texts that mention people by their ids as well, and of what others are told of them. */
const textFields = ['text', 'body']

const mentionedIn = (item: Item): string[] => {
  const { mentions } = (item['summary'] ?? {}) as { mentions?: unknown }
  return Array.isArray(mentions) ? (mentions as string[]) : []
}

/** Whether a text says this name behind an `@`, whatever its case. */
const mention = (names: string[]) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}/])@(${names.map((name) => RegExp.escape(name)).join('|')})(?![\\p{L}\\p{N}])`,
    'giu',
  )

/** What an excerpt has of a mention at its end, where it was cut off. */
const cutMention = (text: string, name: string): string | undefined => {
  if (Array.from(text).length < excerptLength) return undefined
  const end = /(?<![\p{L}\p{N}/])@([^@]+)$/u.exec(text)?.[1]
  return end !== undefined && name.toLowerCase().startsWith(end.toLowerCase()) ? end : undefined
}

/** The text with `@after` for `@before`; `others` are also mentioned, and may have a longer name that begins so. */
const replaced = (
  text: string,
  { before, after, others }: { before: string; after: string; others: string[] },
) => {
  const names = [before, ...others].toSorted((a, b) => b.length - a.length)
  const whole = text.replaceAll(mention(names), (found, name: string) =>
    name.toLowerCase() === before.toLowerCase() ? `@${after}` : found,
  )
  const cut = cutMention(whole, before)
  return cut === undefined ? whole : whole.slice(0, -cut.length) + after
}

/**
 * The texts of an item that mention a person, by the paths of their parts, with `@name` for `@former_name`. Only where
 * the item says by id that the person is mentioned: any other name in a text is its writer's.
 */
export const renamedMentions = async (
  item: Item,
  { id, name, former_name }: { id: string; name: string; former_name: string | undefined },
): Promise<Map<string, string>> => {
  const mentioned = mentionedIn(item)
  if (former_name === undefined || !mentioned.includes(id)) return new Map()
  const texts = Object.entries(item['summary'] as object).filter(
    (entry): entry is [string, string] =>
      textFields.includes(entry[0]) && typeof entry[1] === 'string' && entry[1].includes('@'),
  )
  if (texts.length === 0) return new Map()
  const found = await users.findMany(mentioned.filter((one) => one !== id).map((one) => ({ id: one })))
  const others = found.flatMap((user) => user?.name ?? [])
  return new Map(
    texts.map(([field, text]) => [
      `summary.${field}`,
      replaced(text, { before: former_name, after: name, others }),
    ]),
  )
}
