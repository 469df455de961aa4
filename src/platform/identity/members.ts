import { docs } from '#docs'
import { isDeepStrictEqual } from 'node:util'
import { invalid } from '../runtime/problem.ts'
import { id, Person, ignored } from '../schema/fields.ts'
import * as z from '../schema/schema.ts'
import { groups } from './group.ts'
import type { Named } from './policy.ts'
import { users } from './user.ts'

/** A person or a group in a list of `members` or `grants`. */
export interface Member {
  user_id: string | null
  group_id: string | null
}

/** A person or a group in the input of a list. */
interface MemberInput {
  user_id?: string | null | undefined
  group_id?: string | null | undefined
}

/** Maximum size of a list in bytes: names take space in the item of the resource, which DynamoDB limits to 400 KB. */
const maxListBytes = 300_000

const holderOf = ({ user_id, group_id }: MemberInput) => (user_id ?? group_id) as string

const isListedOnce = (members: unknown[]) =>
  new Set((members as MemberInput[]).map(holderOf)).size === members.length

const isOne = (member: unknown) => {
  const { user_id, group_id } = member as MemberInput
  return (user_id ?? null) === null ? (group_id ?? null) !== null : (group_id ?? null) === null
}

interface MemberListOptions<R extends z.ZodRawShape> {
  /** Field that holds the right of each entry: a permission or a role. */
  right: R
  max: number
  /** Documentation of the list. */
  what: z.GlobalMeta
}

/**
 * Creates the three schemas of a list of people and their rights: `shown` for responses, `input` for new lists, and
 * `update`, which also accepts the names that a GET has returned. Each person or group may be listed once.
 */
export const memberLists = <R extends z.ZodRawShape>({ right, max, what }: MemberListOptions<R>) => {
  const user_id = z.orNull(id).meta(docs('ID of the person; null for a group.'))
  const group_id = z.orNull(id).meta(docs('ID of the group; null for a person.'))
  const listOf = <M extends z.ZodType>(member: M) =>
    z.array(member).max(max).refine(isListedOnce, 'must not name a person or a group twice').meta(what)
  const inputOf = <S extends z.ZodRawShape>(shape: S) =>
    listOf(
      z
        .strictObject({ user_id, group_id, ...right, ...shape })
        .refine(isOne, 'must have either "user_id" or "group_id"'),
    )
  const user = z.orNull(Person).meta(docs('The person; null for a group.'))
  const group = z.orNull(Person).meta(docs('The group; null for a person.'))
  return {
    shown: listOf(z.object({ user_id, user, group_id, group, ...right })),
    input: inputOf({}),
    update: inputOf({ user: ignored(), group: ignored() }),
  }
}

/** Returns the entries of a list that name a person or one of their groups. */
export const matchingMembers = <M extends Pick<Member, 'user_id' | 'group_id'>>(
  members: M[],
  { id, groups }: { id: string; groups: readonly string[] },
): M[] =>
  members.filter(({ user_id, group_id }) =>
    group_id === null ? user_id === id : groups.length > 0 && groups.includes(group_id),
  )

/** Returns the permissions that a list grants a person, one per entry, in the form a policy needs. */
export const grantsIn = <M extends Member & { group?: Named | null }, P>(
  members: M[],
  person: { id: string; groups: readonly string[] },
  permissionOf: (member: M) => P,
) =>
  matchingMembers(members, person).map(
    (member) => [member.group_id === null ? 'member' : 'group', permissionOf(member), member.group] as const,
  )

/** Returns the IDs of all people and groups in a list. */
export const memberIds = (members: Member[]): string[] => members.map(holderOf)

/** Returns the IDs under which a person finds resources shared with them: their own, and those of their groups. */
export const holdersOf = ({ id, groups }: { id: string; groups: readonly string[] }): string[] => [
  id,
  ...groups,
]

/** Returns the IDs of people that a list names directly. */
export const namedPeople = (members: Pick<Member, 'user_id'>[]): string[] =>
  members.flatMap(({ user_id }) => user_id ?? [])

interface Membered {
  visibility: 'internal' | 'private'
  owner: { id: string }
  members: Member[]
}

/**
 * Returns the people and groups of a private space or project; none for an internal one, which everyone sees anyway.
 */
export const holdersIn = ({ visibility, owner, members }: Membered): string[] =>
  visibility === 'private' ? [owner.id, ...memberIds(members)] : []

/** Returns the people and groups with whom a resource is shared, without its owner. */
export const granteesOf = ({ owner, grants }: { owner: { id: string }; grants: Member[] }): string[] =>
  memberIds(grants).filter((id) => id !== owner.id)

/** Returns the existing people and groups of a list, by ID, in one round trip. */
export const findHolders = async (members: MemberInput[] = []) => {
  const [people, found] = await Promise.all([
    users.findMany(members.flatMap(({ user_id }) => (user_id ? [{ id: user_id }] : []))),
    groups.findMany(members.flatMap(({ group_id }) => (group_id ? [{ id: group_id }] : []))),
  ])
  return new Map([...people, ...found].flatMap((holder) => (holder ? [[holder.id, holder]] : [])))
}

type Holders = Awaited<ReturnType<typeof findHolders>>

const withoutName = (member: Member | undefined) => member && { ...member, user: undefined, group: undefined }

/**
 * Returns a list with the name of each person and group. Leaves out deleted groups that are in `known`, the stored
 * list. Throws 422 naming `field` for an unknown person or group, and for a deactivated person unless `known` grants
 * them the same.
 */
export const withNames = <M extends Member>(
  field: string,
  members: M[],
  holders: Holders,
  known: Member[] = [],
): (M & { user: Named | null; group: Named | null })[] => {
  const named = members.flatMap((member, index) => {
    const isPerson = member.group_id === null
    const at = `${field}[${index}].${isPerson ? 'user_id' : 'group_id'}`
    const holder = holders.get(holderOf(member))
    const standing = known.find((other) => holderOf(other) === holderOf(member))
    // a grant ends with its group
    if (!holder && !isPerson && standing) return []
    if (!holder) throw invalid(at, `must be the ID of a ${isPerson ? 'user' : 'group'}`)
    const isInactive = 'is_active' in holder && !holder.is_active
    if (isInactive && !isDeepStrictEqual(withoutName(standing), withoutName(member)))
      throw invalid(at, 'must be the ID of an active user')
    const name = { id: holder.id, name: holder.name }
    return [{ ...member, user: isPerson ? name : null, group: isPerson ? null : name }]
  })
  if (Buffer.byteLength(JSON.stringify(named)) > maxListBytes) throw invalid(field, 'is too long')
  return named
}
