import { docs } from '#docs'
import { environment } from '../../platform/runtime/environment.ts'
import { fullPath } from '../../platform/http/spec-rules.ts'
import type { StoredUser } from '../../platform/identity/user.ts'
import { answeredArray, answeredText } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { scimPath, urn, urns } from '../protocol.ts'
import { toDirectory } from '../directory.ts'
import { scimEntityTag } from '../scim-endpoint.ts'

/** Returns the schema of a text that may be empty or not requested. */
export const scimText = (what: string) => answeredText(1_000).optional().meta(docs(what))

/** Attributes common to all resources (RFC 7643 section 3.1). */
export const ScimMeta = z
  .object({
    resourceType: scimText('Type of the resource.'),
    created: scimText('Time of creation.'),
    lastModified: scimText('Time of the last change.'),
    location: scimText('Its URL.'),
    version: scimText('Its version, as in `ETag`.'),
  })
  .optional()
  .meta(docs('Metadata of the resource.', { id: 'ScimMeta' }))

const value = scimText('The value.')
const primary = z.boolean().optional().meta(docs('Always true: only one is stored.'))

/** A person as a directory sees them; attributes that were not requested, or have no value, are absent. */
export const ScimUser = z.described(docs('A person as a SCIM resource.', { id: 'ScimUser' }), {
  schemas: urns(2).optional(),
  id: scimText('ID of the user.'),
  externalId: scimText('ID of the person in the directory.'),
  userName: scimText('User name in the directory, as sent; unique regardless of case.'),
  name: z
    .object({
      formatted: scimText('The full name.'),
      givenName: scimText('Given name.'),
      familyName: scimText('Family name.'),
    })
    .optional()
    .meta(docs('The parts of the name.')),
  displayName: scimText('The display name.'),
  title: scimText('Job title.'),
  active: z.boolean().optional().meta(docs('True if the person may sign in.')),
  emails: answeredArray(z.object({ value, type: scimText('Always `work`.'), primary }), 1)
    .optional()
    .meta(docs('The email address.')),
  roles: answeredArray(z.object({ value, primary }), 1)
    .optional()
    .meta(docs('The role; only with the setting `SCIM_ROLES=yes`.')),
  [urn.enterprise]: z
    .object({
      department: scimText('Department.'),
      manager: z
        .object({ value: scimText('ID of the manager.'), displayName: scimText('Name of the manager.') })
        .optional()
        .meta(docs('The manager.', { id: 'ScimManager' })),
    })
    .optional()
    .meta(docs('The enterprise extension (RFC 7643 section 4.3).', { id: 'ScimEnterpriseUser' })),
  meta: ScimMeta,
})

/** Returns the common attributes of a resource. */
export const resourceMeta = (
  resourceType: 'User' | 'Group',
  thing: { id: string; created_at: string; updated_at: string; version: number },
) => ({
  resourceType,
  created: thing.created_at,
  lastModified: thing.updated_at,
  location: `${environment.publicUrl}${fullPath({ path: `${scimPath}/${resourceType}s/${thing.id}` })}`,
  version: scimEntityTag(thing),
})

/** Returns true if a directory sees a user: a person whom it has not removed, and who is not erased. */
export const isInDirectory = (user: Pick<StoredUser, 'type' | 'erased_at' | 'left_directory_at'>): boolean =>
  user.type === 'person' && user.erased_at === null && !user.left_directory_at

/** Returns the `userName` of a person: the address for those whom the directory has not provisioned. */
export const toScimUserName = (user: Pick<StoredUser, 'directory' | 'email'>): string =>
  toDirectory(user)?.user_name ?? user.email ?? ''

const toEnterpriseAttributes = ({ department, manager }: StoredUser) =>
  department === null && !manager
    ? undefined
    : {
        department: department ?? undefined,
        manager: manager ? { value: manager.id, displayName: manager.name } : undefined,
      }

/** Returns a person in the form of SCIM. */
export const toScimUser = (user: StoredUser): z.input<typeof ScimUser> => {
  const { id, name, email, title, role, is_active } = user
  const directory = toDirectory(user)
  const enterprise = toEnterpriseAttributes(user)
  return {
    schemas: [urn.user, ...(enterprise ? [urn.enterprise] : [])],
    id,
    externalId: directory?.external_id ?? undefined,
    userName: toScimUserName(user),
    name: {
      formatted: directory?.formatted ?? name,
      givenName: directory?.given_name ?? undefined,
      familyName: directory?.family_name ?? undefined,
    },
    displayName: name,
    title: title ?? undefined,
    active: is_active,
    emails: [{ value: email ?? undefined, type: 'work', primary: true }],
    ...(environment.scimRoles && { roles: [{ value: role, primary: true }] }),
    [urn.enterprise]: enterprise,
    meta: resourceMeta('User', user),
  }
}
