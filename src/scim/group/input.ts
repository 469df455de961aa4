import { docs } from '#docs'
import type { StoredGroup } from '../../groups/group/group.ts'
import { groupFields } from '../../platform/identity/group.ts'
import * as z from '../../platform/schema/schema.ts'
import { validated } from '../../platform/schema/validation.ts'
import { conditionsOf, isEqual, lowerNames } from '../filter.ts'
import type { Change } from '../patch.ts'
import { invalidPath } from '../protocol.ts'
import { isNone, type Unkept } from '../unkept.ts'
import { tooManyMembers } from './problems.ts'
import { externalIdOf, maxMembers } from './scim-group.ts'

/** A group as a directory sends it; what is not named here is accepted, and not kept. */
export const ScimGroupInput = z.looseObject({
  displayName: z.unknown().meta(docs('Name, 1 to 100 characters; unique.', { examples: ['Tour guides'] })),
  externalId: z.unknown().optional().meta(docs('Id of the group in the directory; unique.')),
  members: z
    .unknown()
    .optional()
    .meta(
      docs(
        'Who is in it, as `{"value": id}`: at most 1 000 people. Absent: unchanged. Who is unknown, or a group, is ' +
          'left out.',
      ),
    ),
})

/** What one operation does to the members. */
interface MemberChange {
  kind: 'join' | 'leave' | 'set'
  ids: string[]
}

/** What all operations come to: nobody both joins and leaves. */
export interface MemberChanges {
  /** Whether all others leave. */
  isSet: boolean
  joining: string[]
  leaving: string[]
}

const Fields = z.object({ displayName: groupFields.name, externalId: z.string().max(255).nullable() })

/** Returns the ID of a member; an empty text for anything but a person. */
const idIn = (member: unknown): string => {
  const { value, type } = typeof member === 'object' ? lowerNames(member ?? {}) : { value: member }
  return typeof value === 'string' && isEqual(type ?? 'User', 'User') ? value.toLowerCase() : ''
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

/** Paths of members, and of what only the service sets. */
const otherPaths = ['members', 'schemas', 'id', 'meta']

/** Returns the fields of a group, or of a new one, after changes; throws 400 for a wrong name. */
export const groupFieldsOf = (changes: Change[], unkept: Unkept, group?: StoredGroup) => {
  const given: { displayName: unknown; externalId: unknown } = {
    displayName: group?.name,
    externalId: group ? externalIdOf(group) : null,
  }
  for (const { op, path, value: sent } of changes) {
    const value = op === 'remove' || isNone(sent) ? null : sent
    if (path === 'displayname') given.displayName = value
    else if (path === 'externalid') given.externalId = value
    else if (value !== null && !otherPaths.includes(path)) unkept.add(path)
  }
  if (!Fields.shape.externalId.safeParse(given.externalId).success) {
    unkept.add('externalid')
    given.externalId = null
  }
  const { displayName: name, externalId } = validated(Fields, given, 'body')
  return { name, externalId }
}

/** What changes come to for the members, as if done in their order; throws 400, and 413 for more than 1 000. */
export const memberChangesIn = (changes: Change[]): MemberChanges => {
  const members = changes.filter(({ path }) => path === 'members').map(memberChangeOf)
  if (members.flatMap(({ ids }) => ids).length > maxMembers) throw tooManyMembers()
  const lastSet = members.findLastIndex(({ kind }) => kind === 'set')
  // the last one to name somebody decides
  const isIn = new Map(
    members.slice(Math.max(lastSet, 0)).flatMap(({ kind, ids }) => ids.map((id) => [id, kind !== 'leave'])),
  )
  const named = (joins: boolean) => [...isIn.keys()].filter((id) => isIn.get(id) === joins)
  return { isSet: lastSet >= 0, joining: named(true), leaving: named(false) }
}
