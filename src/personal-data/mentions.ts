import { users } from '../platform/identity/user.ts'
import type { Item } from '../platform/table/operation.ts'
import { excerptLength } from '../notifications/excerpt.ts'

interface Summary {
  mentions?: unknown
  /** Parameters of a notification's text; the excerpt may mention people. */
  params?: { excerpt?: unknown }
  /** Notification of an email that is to be sent. */
  notice?: Pick<Summary, 'mentions' | 'params'> | null
  [field: string]: unknown
}

/** Fields of texts that may mention people, whose IDs the item lists as well. */
const textFields = ['text', 'body']

const itemSummary = (item: Item) => (item['summary'] ?? {}) as Summary

const itemMentions = (item: Item): string[] => {
  const { notice, mentions = notice?.mentions } = itemSummary(item)
  return Array.isArray(mentions) ? (mentions as string[]) : []
}

/** Returns the parts of an item with a text that may mention people; `withText` replaces the text of a part. */
const mentionTexts = ({ params, notice, ...summary }: Summary) =>
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

/** Returns an expression that finds a mention of one of these names after an `@`, regardless of case. */
const mentionPattern = (names: string[]) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}/])@(${names.map((name) => RegExp.escape(name)).join('|')})(?![\\p{L}\\p{N}])`,
    'giu',
  )

/** Returns the part of a mention at which an excerpt was truncated. */
const cutMention = (text: string, name: string): string | undefined => {
  if (Array.from(text).length < excerptLength) return undefined
  const end = /(?<![\p{L}\p{N}/])@([^@]+)$/u.exec(text)?.[1]
  return end !== undefined && name.toLowerCase().startsWith(end.toLowerCase()) ? end : undefined
}

/**
 * Replaces `@before` by `@after` in a text. `others` are mentioned as well, and may have a longer name with the same
 * beginning.
 */
const replaceMention = (
  text: string,
  { before, after, others }: { before: string; after: string; others: string[] },
) => {
  const names = [before, ...others].toSorted((a, b) => b.length - a.length)
  const whole = text.replaceAll(mentionPattern(names), (found, name: string) =>
    name.toLowerCase() === before.toLowerCase() ? `@${after}` : found,
  )
  const cut = cutMention(whole, before)
  return cut === undefined ? whole : whole.slice(0, -cut.length) + after
}

/**
 * Returns the parts of an item with a text that mentions a person, by path, with `@name` for `@former_name`. Only texts
 * of items that list the person's ID as mentioned are changed: any other name in a text is its writer's wording.
 */
export const renamedMentions = async (
  item: Item,
  { id, name, former_name }: { id: string; name: string; former_name: string | undefined },
): Promise<Map<string, unknown>> => {
  const mentioned = itemMentions(item)
  if (former_name === undefined || !mentioned.includes(id)) return new Map()
  const texts = mentionTexts(itemSummary(item))
  if (texts.length === 0) return new Map()
  const found = await users.findMany(mentioned.filter((one) => one !== id).map((one) => ({ id: one })))
  const others = found.flatMap((user) => user?.name ?? [])
  return new Map(
    texts.map(({ field, text, withText }) => [
      `summary.${field}`,
      withText(replaceMention(text, { before: former_name, after: name, others })),
    ]),
  )
}
