import { docs } from '#docs'
import type { StoredGroup } from '../../groups/group/group.ts'
import { groupFields } from '../../platform/identity/group.ts'
import * as z from '../../platform/schema/schema.ts'
import { validated } from '../../platform/schema/validation.ts'
import { parseConditions, isEqual, lowerNames } from '../filter.ts'
import type { Change } from '../patch.ts'
import { invalidPath } from '../protocol.ts'
import { isNone, type Unkept } from '../unkept.ts'
import { tooManyMembers } from './problems.ts'
import { toExternalId, maxMembers } from './scim-group.ts'

/** A group as a directory sends it; other attributes are accepted, but not kept. */
export const ScimGroupInput = z.looseObject({
  displayName: z.unknown().meta(docs('Name, 1 to 100 characters; unique.', { examples: ['Tour guides'] })),
  externalId: z.unknown().optional().meta(docs('ID of the group in the directory; unique.')),
  members: z
    .unknown()
    .optional()
    .meta(
      docs(
        'The members, each as `{"value": id}`: at most 1,000 people. If absent, they stay unchanged. IDs of ' +
          'unknown people and of groups are ignored.',
      ),
    ),
})

/** Effect of one operation on the members. */
interface MemberChange {
  kind: 'join' | 'leave' | 'set'
  ids: string[]
}

/** Combined effect of all operations: nobody both joins and leaves. */
export interface MemberChanges {
  /** True if all other members leave. */
  isSet: boolean
  joining: string[]
  leaving: string[]
}

const Fields = z.object({ displayName: groupFields.name, externalId: z.string().max(255).nullable() })

/** Returns the ID of a member; an empty string for anything but a person. */
const idIn = (member: unknown): string => {
  const { value, type } = typeof member === 'object' ? lowerNames(member ?? {}) : { value: member }
  return typeof value === 'string' && isEqual(type ?? 'User', 'User') ? value.toLowerCase() : ''
}

const filteredIds = (filter: string): string[] =>
  parseConditions(filter).map(({ attribute, value }) => {
    if (attribute !== 'value') throw invalidPath(`members[${filter}]`)
    return String(value).toLowerCase()
  })

/**
 * Returns the effect of a change on the members. A removal names members by a filter, or by its value, as Entra ID may
 * do; without either, it removes all.
 */
const toMemberChange = ({ op, filter, value }: Change): MemberChange => {
  if (op === 'remove') {
    if (filter !== undefined) return { kind: 'leave', ids: filteredIds(filter) }
    return value === null ? { kind: 'set', ids: [] } : { kind: 'leave', ids: [value].flat().map(idIn) }
  }
  if (filter !== undefined) throw invalidPath(`members[${filter}]`)
  const ids = [...new Set([value ?? []].flat().map(idIn))]
  return { kind: op === 'add' ? 'join' : 'set', ids }
}

/** Paths of members, and of attributes that only the service sets. */
const otherPaths = ['members', 'schemas', 'id', 'meta']

/** Returns the fields of a group, or of a new one, after changes; throws 400 for an invalid name. */
export const toGroupFields = (changes: Change[], unkept: Unkept, group?: StoredGroup) => {
  const given: { displayName: unknown; externalId: unknown } = {
    displayName: group?.name,
    externalId: group ? toExternalId(group) : null,
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

/** Returns the combined effect of changes on the members, in order; throws 400, and 413 for more than 1,000 members. */
export const memberChangesIn = (changes: Change[]): MemberChanges => {
  const members = changes.filter(({ path }) => path === 'members').map(toMemberChange)
  if (members.flatMap(({ ids }) => ids).length > maxMembers) throw tooManyMembers()
  const lastSet = members.findLastIndex(({ kind }) => kind === 'set')
  // the last change that names a person decides
  const isIn = new Map(
    members.slice(Math.max(lastSet, 0)).flatMap(({ kind, ids }) => ids.map((id) => [id, kind !== 'leave'])),
  )
  const named = (joins: boolean) => [...isIn.keys()].filter((id) => isIn.get(id) === joins)
  return { isSet: lastSet >= 0, joining: named(true), leaving: named(false) }
}
