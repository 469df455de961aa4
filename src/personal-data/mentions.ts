import { users } from '../platform/identity/user.ts'
import type { Item } from '../platform/table/operation.ts'
import { excerptLength } from '../notifications/excerpt.ts'

interface Summary {
  mentions?: unknown
  /** What the words of a notice are made from, with a text that mentions people. */
  params?: { excerpt?: unknown }
  /** Of a mail that is to be sent: the notice that it tells. */
  notice?: Pick<Summary, 'mentions' | 'params'> | null
  [field: string]: unknown
}

/** The fields of the texts that mention people by their ids as well, and of what others were told of them. */
const textFields = ['text', 'body']

const summaryOf = (item: Item) => (item['summary'] ?? {}) as Summary

const mentionedIn = (item: Item): string[] => {
  const { notice, mentions = notice?.mentions } = summaryOf(item)
  return Array.isArray(mentions) ? (mentions as string[]) : []
}

/** The parts of an item with a text that may mention people, and what each is with another text in it. */
const textsIn = ({ params, notice, ...summary }: Summary) =>
  [
    ...textFields.map((field) => ({
      field,
      text: summary[field],
      withText: (text: string): unknown => text,
    })),
    {
      field: 'params',
      text: params?.excerpt,
      withText: (excerpt: string): unknown => ({ ...params, excerpt }),
    },
    {
      field: 'notice',
      text: notice?.params?.excerpt,
      withText: (excerpt: string): unknown => ({ ...notice, params: { ...notice?.params, excerpt } }),
    },
  ].flatMap((part) => {
    const { text } = part
    return typeof text === 'string' && text.includes('@') ? [{ ...part, text }] : []
  })

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
 * The parts of an item with a text that mentions a person, by their paths, with `@name` for `@former_name`. Only where
 * the item says by id that the person is mentioned: any other name in a text is its writer's.
 */
export const renamedMentions = async (
  item: Item,
  { id, name, former_name }: { id: string; name: string; former_name: string | undefined },
): Promise<Map<string, unknown>> => {
  const mentioned = mentionedIn(item)
  if (former_name === undefined || !mentioned.includes(id)) return new Map()
  const texts = textsIn(summaryOf(item))
  if (texts.length === 0) return new Map()
  const found = await users.findMany(mentioned.filter((one) => one !== id).map((one) => ({ id: one })))
  const others = found.flatMap((user) => user?.name ?? [])
  return new Map(
    texts.map(({ field, text, withText }) => [
      `summary.${field}`,
      withText(replaced(text, { before: former_name, after: name, others })),
    ]),
  )
}
