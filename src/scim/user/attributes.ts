import { findManagerId } from '../../users/user/manager.ts'
import { emailAddress, UserRole, type StoredUser } from '../../platform/identity/user.ts'
import { environment } from '../../platform/runtime/environment.ts'
import { id, line } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { invalidValue } from '../protocol.ts'
import { toDirectory } from '../directory.ts'
import { toScimUserName } from './scim-user.ts'

const anyName = line(255).nullable()

/** Schema of the kept attributes of a SCIM user, with their SCIM names, which problems mention. */
export const Attributes = z.object({
  userName: z.string().min(1).max(255),
  externalId: z.string().max(255).nullable(),
  displayName: anyName,
  formatted: anyName,
  givenName: anyName,
  familyName: anyName,
  title: line(100).nullable(),
  department: line(100).nullable(),
  manager: id.nullable(),
  /** Null if the directory sends none; then `userName` is the address. */
  emails: emailAddress.nullable(),
  /** Absent if not sent. */
  active: z.boolean().optional(),
  roles: UserRole.optional(),
})

export type Attributes = z.output<typeof Attributes>

/** Returns the kept attributes of a user, as the directory would send them. */
export const toUserAttributes = (user: StoredUser): Attributes => {
  const { name, email, title, department, is_active, role } = user
  const directory = toDirectory(user)
  const userName = toScimUserName(user)
  return {
    userName,
    externalId: directory?.external_id ?? null,
    displayName: directory ? directory.display_name : name,
    formatted: directory?.formatted ?? null,
    givenName: directory?.given_name ?? null,
    familyName: directory?.family_name ?? null,
    title,
    department,
    manager: findManagerId(user),
    emails: email === userName.toLowerCase() && !directory?.has_email ? null : email,
    active: is_active,
    roles: role,
  }
}

/** Returns the display name: the first of these that is valid. */
const fullName = (
  { displayName, formatted, givenName, familyName, userName }: Attributes,
  email: string,
): string => {
  const names = [displayName, formatted, [givenName, familyName].filter(Boolean).join(' '), userName]
  return names.map((name) => line(255).safeParse(name).data).find(Boolean) ?? email
}

/** Returns the address of a user; the former one stays if the directory removes it and `userName` is not an address. */
const toEmailAddress = ({ emails, userName }: Attributes, user?: StoredUser): string => {
  const email = emails ?? emailAddress.safeParse(userName).data ?? user?.email
  if (!email) throw invalidValue('emails', 'must have an email address, because userName is not one')
  return email
}

/**
 * Returns the fields of a user with these attributes. A name that the user chose stays until the directory sends
 * another one.
 */
export const toUserFields = (attributes: Attributes, user?: StoredUser) => {
  const { userName, externalId, title, department, active, roles } = attributes
  const email = toEmailAddress(attributes, user)
  const name = fullName(attributes, email)
  return {
    email,
    name: user && name === fullName(toUserAttributes(user), String(user.email)) ? user.name : name,
    title,
    department,
    is_active: active,
    // with this setting only, the directory determines roles
    role: environment.scimRoles ? roles : undefined,
    manager_id: attributes.manager,
    directory: {
      user_name: userName,
      has_email: email !== userName.toLowerCase() || attributes.emails !== null,
      external_id: externalId,
      display_name: attributes.displayName,
      formatted: attributes.formatted,
      given_name: attributes.givenName,
      family_name: attributes.familyName,
    },
  }
}
