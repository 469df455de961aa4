import { docs } from '#docs'
import { isDeepStrictEqual } from 'node:util'
import { invalid } from '../runtime/problem.ts'
import { id, Person } from '../schema/fields.ts'
import * as z from '../schema/schema.ts'
import { users } from './user.ts'

/** Somebody in a list of `members` or `grants`. Groups of people would be beside persons here. */
interface Member {
  user_id: string
}

/** Names take room in the item of what lists people, which DynamoDB limits to 400 KB. */
const maxListBytes = 300_000

const isListedOnce = (members: unknown[]) =>
  new Set((members as Member[]).map(({ user_id }) => user_id)).size === members.length

interface MemberListOptions<R extends z.ZodRawShape> {
  /** What `user_id` is the id of. */
  who: z.GlobalMeta
  /** What each may do: one field, a permission or a role. */
  right: R
  /** How many may be listed. */
  max: number
  /** What the list is. */
  what: z.GlobalMeta
}

/**
 * The three schemas of a list of people and of what each may do: `shown` in responses, `input` for what is new, and
 * `update`, which also takes the names that a GET has given. Nobody may be listed twice.
 */
export const memberLists = <R extends z.ZodRawShape>({ who, right, max, what }: MemberListOptions<R>) => {
  const user_id = id.meta(who)
  const input = z.strictObject({ user_id, ...right })
  const user = z
    .unknown()
    .optional()
    .meta(docs('Ignored.', { readOnly: true }))
  const listOf = <M extends z.ZodType>(member: M) =>
    z.array(member).max(max).refine(isListedOnce, 'must not name a person twice').meta(what)
  return {
    shown: listOf(z.object({ user_id, user: Person.meta(docs('Who it is.')), ...right })),
    input: listOf(input),
    update: listOf(z.strictObject({ user_id, ...right, user })),
  }
}

/** What a list says of a person; undefined when it does not name them. */
export const findMember = <M extends Member>(members: M[], person: { id: string }): M | undefined =>
  members.find(({ user_id }) => user_id === person.id)

/** The ids of everybody who is listed. */
export const memberIds = (members: Member[]): string[] => members.map(({ user_id }) => user_id)

interface Membered {
  visibility: 'internal' | 'private'
  owner: { id: string }
  members: Member[]
}

/** Who belongs to a private space or project; nobody to an internal one, which everybody sees anyway. */
export const peopleIn = ({ visibility, owner, members }: Membered): string[] =>
  visibility === 'private' ? [owner.id, ...memberIds(members)] : []

/** Whom a thing is shared with beside its owner. */
export const granteesOf = ({ owner, grants }: { owner: { id: string }; grants: Member[] }): string[] =>
  memberIds(grants).filter((user_id) => user_id !== owner.id)

/** The people of a list, undefined for who is nobody; in one round trip. */
export const findPeople = (members: Member[] = []) => users.findMany(memberIds(members).map((id) => ({ id })))

const withoutName = (member: Member | undefined) => member && { ...member, user: undefined }

/**
 * A list with the name of each person; throws 422 naming `field` for one who is nobody, and for one who is deactivated
 * unless the list has given them the same before: `known`.
 */
export const withPeople = <M extends Member>(
  field: string,
  members: M[],
  people: Awaited<ReturnType<typeof findPeople>>,
  known: Member[] = [],
): (M & { user: { id: string; name: string } })[] => {
  const named = members.map((member, index) => {
    const person = people[index]
    const at = `${field}[${index}].user_id`
    if (!person) throw invalid(at, 'must be the id of a user')
    const standing = findMember(known, { id: member.user_id })
    if (!person.is_active && !isDeepStrictEqual(withoutName(standing), withoutName(member)))
      throw invalid(at, 'must be the id of a user who is active')
    return { ...member, user: { id: member.user_id, name: person.name } }
  })
  if (Buffer.byteLength(JSON.stringify(named)) > maxListBytes) throw invalid(field, 'is too long')
  return named
}
