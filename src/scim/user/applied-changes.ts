import { environment } from '../../platform/runtime/environment.ts'
import { validated } from '../../platform/schema/validation.ts'
import { parseConditions, enterprise, isEqual, lowerNames } from '../filter.ts'
import { findChange, type Change } from '../patch.ts'
import { isNone, type Unkept } from '../unkept.ts'
import { Attributes } from './attributes.ts'

/** Attributes as sent. */
type Given = { [Name in keyof Attributes]: unknown }

export const managerPath = `${enterprise}:manager`

/** Attribute that each path changes, in lower case; all others are accepted, but not kept. */
const fields = new Map<string, keyof Attributes>(
  Object.entries({
    username: 'userName',
    externalid: 'externalId',
    displayname: 'displayName',
    'name.formatted': 'formatted',
    'name.givenname': 'givenName',
    'name.familyname': 'familyName',
    title: 'title',
    active: 'active',
    emails: 'emails',
    'emails.value': 'emails',
    roles: 'roles',
    'roles.value': 'roles',
    [`${enterprise}:department`]: 'department',
    [managerPath]: 'manager',
    [`${managerPath}.value`]: 'manager',
    [`${managerPath}.$ref`]: 'manager',
  } as const),
)

/** Sub-attributes of complex attributes. */
const attributesByPath = new Map<string, (keyof Attributes)[]>([
  ['name', ['formatted', 'givenName', 'familyName']],
  [enterprise, ['department', 'manager']],
])

/** Paths that a directory may send although only the service sets them (RFC 7643 section 3.1). */
const readOnly = ['schemas', 'id', 'meta', 'groups', `${managerPath}.displayname`]

/** Returns the values of an attribute that may be an object or a list; a bare value counts as of type `work`. */
const valuesIn = (given: unknown): Record<string, unknown>[] =>
  [given]
    .flat()
    .map((one) => (typeof one === 'object' && one !== null ? lowerNames(one) : { value: one, type: 'work' }))

const primaryValue = (given: unknown): Record<string, unknown> => {
  const all = valuesIn(given)
  return all.find(({ primary }) => isEqual(primary, true)) ?? all[0] ?? {}
}

/**
 * Returns the single value of an attribute that is sent alone, in a list or as a number; null for an empty value,
 * undefined for an invalid one.
 */
const attributeText = (given: unknown): string | boolean | null | undefined => {
  const value = isNone(given) ? null : primaryValue(given)['value']
  if (isNone(value)) return value === undefined ? undefined : null
  if (Number.isSafeInteger(value)) return String(value as number)
  return typeof value === 'string' || typeof value === 'boolean' ? value : undefined
}

/**
 * Returns the primary address, otherwise the one of type `work`; addresses of the type `home` or `other` are not
 * stored.
 */
const addressIn = (given: unknown, isAdded: boolean): unknown => {
  const all = isNone(given) ? [] : valuesIn(given)
  const chosen =
    all.find(({ primary }) => isEqual(primary, true)) ??
    all.find(({ type }) => isEqual(type, 'work')) ??
    // an added address without a type is an additional one
    (isAdded ? undefined : all.find(({ type }) => !isEqual(type, 'home') && !isEqual(type, 'other')))
  return attributeText(chosen?.['value'])
}

/** Returns the ID at the end of a reference to a person; null for an empty one, undefined for an invalid one. */
const referenceIn = (given: unknown): string | null | undefined => {
  const { type: _, ...chosen } = isNone(given) ? {} : primaryValue(given)
  const found = attributeText(chosen['value']) ?? attributeText(chosen['$ref'])
  if (typeof found === 'string') return found.split('/').at(-1)
  return Object.values(chosen).every(isNone) ? null : undefined
}

const booleans: Record<string, boolean> = { true: true, false: false, 1: true, 0: false }

const readers: Partial<Record<keyof Attributes, (value: unknown, isAdded: boolean) => unknown>> = {
  active: (value) => {
    const text = attributeText(value)
    return text === null ? undefined : (booleans[String(text).trim().toLowerCase()] ?? value)
  },
  emails: addressIn,
  manager: referenceIn,
  roles: (value) => String(attributeText(value) ?? 'user').toLowerCase(),
}

/** Returns true if a change concerns the kept value; of several values, only one is kept. */
const isOfKept = (
  field: keyof Attributes,
  { op, filter, value }: Change,
  { emails, userName, roles }: Given,
): boolean => {
  if (field !== 'emails' && (field !== 'roles' || op !== 'remove')) return true
  const own = String(field === 'emails' ? (emails ?? userName) : roles)
  const kept: Record<string, unknown> = { type: 'work', primary: true, value: own }
  if (filter !== undefined)
    return parseConditions(filter).every((wanted) => isEqual(kept[wanted.attribute], wanted.value))
  return op !== 'remove' || value === null || valuesIn(value).some((one) => isEqual(one['value'], own))
}

const assignField = (given: Given, field: keyof Attributes, change: Change, unkept: Unkept): void => {
  const { op, path, filter } = change
  const value = op === 'remove' ? null : change.value
  const isAdded = op === 'add' && filter === undefined
  const read = (readers[field] ?? attributeText)(value, isAdded)
  const isKept = isOfKept(field, change, given) && !(field === 'emails' && read === null && isAdded)
  if (!isNone(value) && (!isKept || (field === 'emails' && read === null))) unkept.add(path)
  if (isKept) given[field] = read
}

const assign = (given: Given, change: Change, unkept: Unkept): void => {
  const { op, path, value } = change
  const field = fields.get(path)
  const parts = attributesByPath.get(path)
  if (field && (field !== 'roles' || environment.scimRoles)) assignField(given, field, change, unkept)
  else if (parts && (op === 'remove' || value === null)) for (const part of parts) given[part] = null
  else if (parts && typeof value === 'object')
    for (const [name, part] of Object.entries(value as object)) {
      const change = findChange(`${path}${path === enterprise ? ':' : '.'}${name}`, part)
      if (change) assign(given, change, unkept)
    }
  else if (op !== 'remove' && !isNone(value) && !readOnly.includes(path)) unkept.add(path)
}

const none: Given = {
  userName: undefined,
  externalId: null,
  displayName: null,
  formatted: null,
  givenName: null,
  familyName: null,
  title: null,
  department: null,
  manager: null,
  emails: null,
  active: undefined,
  roles: undefined,
}

/**
 * Returns true for an attribute that identifies a person or lets them sign in: an invalid value rejects the request.
 */
const isDecisive = (field: keyof Attributes) => ['userName', 'emails', 'active'].includes(field)

/**
 * Applies changes to attributes. An optional attribute with an invalid value becomes null, and its path unkept; throws
 * 400 for an invalid `userName`, address or `active`.
 */
export const applyChanges = (
  before: Attributes | undefined,
  changes: Change[],
  unkept: Unkept,
): Attributes => {
  const given: Given = { ...(before ?? none) }
  for (const change of changes) assign(given, change, unkept)
  for (const [path, field] of fields)
    if (!isDecisive(field) && !Attributes.shape[field].safeParse(given[field]).success) {
      unkept.add(path)
      // an unknown role must not grant permissions
      given[field] = field === 'roles' ? 'user' : null
    }
  return validated(Attributes, given, 'body') as Attributes
}
