import { environment } from '../../platform/runtime/environment.ts'
import { validated } from '../../platform/schema/validation.ts'
import { conditionsOf, isEqual } from '../filter.ts'
import { findChange, type Change } from '../patch.ts'
import { urn } from '../protocol.ts'
import { Attributes } from './attributes.ts'

/** Attributes as they were sent. */
type Given = { [Name in keyof Attributes]: unknown }

const [manager, enterprise] = [`${urn.enterprise}:manager`.toLowerCase(), urn.enterprise.toLowerCase()]

/** What each path changes, in lower case; all other attributes of SCIM are accepted, and not kept. */
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
    [manager]: 'manager',
    [`${manager}.value`]: 'manager',
  } as const),
)

type Valued = { value?: unknown; type?: unknown; primary?: unknown }

/** The values of an attribute that may be an object, or several; of work where nothing but a value is sent. */
const valuesIn = (given: unknown): Valued[] =>
  [given]
    .flat()
    .map((one) => (typeof one === 'object' && one !== null ? (one as Valued) : { value: one, type: 'work' }))

const valueIn = (given: unknown): unknown => {
  const all = valuesIn(given)
  return (all.find(({ primary }) => isEqual(primary, true)) ?? all[0])?.value
}

/** The primary address, else the one of work; one of another type, such as at home, is not kept. */
const addressIn = (given: unknown, op: Change['op']): unknown => {
  const all = valuesIn(given)
  const chosen =
    all.find(({ primary }) => isEqual(primary, true)) ??
    all.find(({ type }) => isEqual(type, 'work')) ??
    // of those that are added, one that says nothing of itself is another one
    (op === 'add' ? undefined : all.find(({ type }) => type === undefined || type === null))
  return chosen?.value ?? null
}

const readers: Partial<Record<keyof Attributes, (value: unknown, op: Change['op']) => unknown>> = {
  active: (value) =>
    typeof value === 'string'
      ? ({ true: true, false: false }[value.toLowerCase()] ?? value)
      : (value ?? undefined),
  emails: addressIn,
  manager: valueIn,
  roles: (value) => (environment.scimRoles ? (valueIn(value) ?? 'user') : undefined),
}

/** Whether a change is of the value that is kept: of several there is one. */
const isOfKept = (
  field: keyof Attributes,
  { op, filter, value }: Change,
  { emails, userName, roles }: Given,
): boolean => {
  if (field !== 'emails' && (field !== 'roles' || op !== 'remove')) return true
  const own = String(field === 'emails' ? (emails ?? userName) : roles)
  const kept: Record<string, unknown> = { type: 'work', primary: true, value: own }
  if (filter !== undefined)
    return conditionsOf(filter).every((wanted) => isEqual(kept[wanted.attribute], wanted.value))
  return op !== 'remove' || value === null || valuesIn(value).some((one) => isEqual(one.value, own))
}

/** The attributes within one, such as `name`. */
const within = (path: string) =>
  [...fields].flatMap(([one, field]) =>
    one.startsWith(`${path}.`) || one.startsWith(`${path}:`) ? [field] : [],
  )

const assignField = (given: Given, field: keyof Attributes, change: Change): void => {
  if (!isOfKept(field, change, given)) return
  const { op } = change
  const value = op === 'remove' ? null : change.value
  const read = readers[field] ? readers[field](value, op) : value
  if (field === 'emails' && op === 'add' && read === null) return
  given[field] = read === '' ? null : read
}

const assign = (given: Given, change: Change): void => {
  const { op, path, value } = change
  const field = fields.get(path)
  const parts = field ? [] : within(path)
  if (field) assignField(given, field, change)
  else if (op === 'remove' || value === null) for (const part of parts) given[part] = null
  else if (typeof value === 'object' && parts.length > 0)
    for (const [name, part] of Object.entries(value)) {
      const change = findChange(`${path}${path === enterprise ? ':' : '.'}${name}`, part)
      if (change) assign(given, change)
    }
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

/** Attributes with changes; throws 400 for a wrong value. */
export const applyChanges = (before: Attributes | undefined, changes: Change[]): Attributes => {
  const given: Given = { ...(before ?? none) }
  for (const change of changes) assign(given, change)
  return validated(Attributes, given, 'body') as Attributes
}
