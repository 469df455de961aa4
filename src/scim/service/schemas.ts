import { environment } from '../../platform/runtime/environment.ts'
import { urn } from '../protocol.ts'

/** An attribute of a schema (RFC 7643 section 7). */
export interface Attribute {
  name: string
  type: 'string' | 'boolean' | 'complex' | 'reference'
  multiValued: boolean
  description: string
  required: boolean
  caseExact: boolean
  mutability: 'readOnly' | 'readWrite' | 'immutable'
  returned: 'always' | 'default'
  uniqueness: 'none' | 'server'
  subAttributes?: Attribute[]
}

const attribute = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: more.subAttributes ? 'complex' : 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

const several = (...subAttributes: Attribute[]) => ({ multiValued: true, subAttributes })
const value = (description: string) => attribute('value', description)
const primary = attribute('primary', 'Always true: only one is stored.', { type: 'boolean' })

const names = [
  attribute('formatted', 'The full name.'),
  attribute('givenName', 'Given name.'),
  attribute('familyName', 'Family name.'),
]

const emails = several(
  value('Address.'),
  attribute('type', 'Always "work".', { mutability: 'readOnly' }),
  primary,
)

const user = () => [
  attribute('userName', 'The user name in the directory.', { required: true, uniqueness: 'server' }),
  attribute('externalId', 'ID of the person in the directory.', { caseExact: true, uniqueness: 'server' }),
  attribute('name', 'The parts of the name.', { subAttributes: names }),
  attribute('displayName', 'The display name.'),
  attribute('title', 'Job title.'),
  attribute('active', 'True if the person may sign in.', { type: 'boolean' }),
  attribute('emails', 'The primary address, otherwise the one of type "work".', emails),
  ...(environment.scimRoles
    ? [attribute('roles', 'user, support_agent or admin.', several(value('The role.'), primary))]
    : []),
]

const manager = [value('ID of the manager.'), attribute('displayName', 'Name.', { mutability: 'readOnly' })]

const enterprise = [
  attribute('department', 'Department.'),
  attribute('manager', 'The manager.', { subAttributes: manager }),
]

const members = several(
  attribute('value', 'ID of a user.', { mutability: 'immutable' }),
  attribute('display', 'Name of the user.', { mutability: 'readOnly' }),
  attribute('type', 'Always "User".', { mutability: 'immutable' }),
)

const group = [
  attribute('displayName', 'Name of at most 100 characters.', { required: true, uniqueness: 'server' }),
  attribute('externalId', 'ID of the group in the directory.', { caseExact: true, uniqueness: 'server' }),
  attribute('members', 'The members.', members),
]

/** Returns the kept attributes of people and groups, by the URN of each schema. */
export const schemas = () => [
  { id: urn.user, name: 'User', description: 'A person.', attributes: user() },
  { id: urn.enterprise, name: 'EnterpriseUser', description: 'A person at work.', attributes: enterprise },
  { id: urn.group, name: 'Group', description: 'A group of people.', attributes: group },
]
