import { docs } from '#docs'
import type { StoredGroup } from '../../groups/group/group.ts'
import { groupFields } from '../../platform/identity/group.ts'
import * as z from '../../platform/schema/schema.ts'
import { validated } from '../../platform/schema/validation.ts'
import { conditionsOf } from '../filter.ts'
import type { Change } from '../patch.ts'
import { invalidPath, invalidValue } from '../protocol.ts'
import { tooManyMembers } from './problems.ts'
import { externalIdOf, maxMembers } from './scim-group.ts'

/** A group as a directory sends it; what is not named here is accepted, and not kept. */
export const ScimGroupInput = z.looseObject({
  displayName: z.unknown().meta(docs('Name, 1 to 100 characters; unique.', { examples: ['Tour guides'] })),
  externalId: z.unknown().optional().meta(docs('Id of the group in the directory; unique.')),
  members: z
    .unknown()
    .optional()
    .meta(docs('Who is in it, as `{"value": id}`: at most 1 000 people, and no groups. Absent: unchanged.')),
})

/** What is done to the members, in this order. */
export interface MemberChange {
  kind: 'join' | 'leave' | 'set'
  ids: string[]
}

/** What a request asks of a group. */
export interface GroupChanges {
  name: string
  externalId: string | null
  members: MemberChange[]
}

const Fields = z.object({ name: groupFields.name, externalId: z.string().max(255).nullable() })

const idIn = (member: unknown): string => {
  const { value, type = 'User' } = (
    typeof member === 'object' ? (member ?? {}) : { value: member }
  ) as Record<string, unknown>
  if (typeof value !== 'string' || type !== 'User') throw invalidValue('members', 'must be ids of users')
  return value.toLowerCase()
}

const filteredIds = (filter: string): string[] =>
  conditionsOf(filter).map(({ attribute, value }) => {
    if (attribute !== 'value') throw invalidPath(`members[${filter}]`)
    return String(value).toLowerCase()
  })

/** A removal names members by a filter, or by its value, as Entra ID may do; without both it names all. */
const memberChangeOf = ({ op, filter, value }: Change): MemberChange => {
  if (op === 'remove') {
    if (filter !== undefined) return { kind: 'leave', ids: filteredIds(filter) }
    return value === null ? { kind: 'set', ids: [] } : { kind: 'leave', ids: [value].flat().map(idIn) }
  }
  if (filter !== undefined) throw invalidPath(`members[${filter}]`)
  const ids = [...new Set([value ?? []].flat().map(idIn))]
  return { kind: op === 'add' ? 'join' : 'set', ids }
}

const textOf = (value: unknown) => (value === '' ? null : value)

/** What these changes come to; throws 400, and 413 for more than 1 000 members. */
export const groupChangesOf = (changes: Change[], group?: StoredGroup): GroupChanges => {
  const given: { name: unknown; externalId: unknown } = {
    name: group?.name,
    externalId: group ? externalIdOf(group) : null,
  }
  const members: MemberChange[] = []
  for (const change of changes)
    if (change.path === 'displayname') given.name = change.value
    else if (change.path === 'externalid') given.externalId = textOf(change.value)
    else if (change.path === 'members') members.push(memberChangeOf(change))
  if (members.flatMap(({ ids }) => ids).length > maxMembers) throw tooManyMembers()
  return { ...(validated(Fields, given, 'body') as z.output<typeof Fields>), members }
}
