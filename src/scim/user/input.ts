import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'

/** A person as a directory sends them; other attributes are accepted, but not kept. */
export const UserInput = z.looseObject({
  userName: z
    .unknown()
    .meta(docs('User name in the directory; unique regardless of case.', { examples: ['ada@example.com'] })),
  externalId: z.unknown().optional().meta(docs('ID of the person in the directory; unique.')),
  displayName: z.unknown().optional().meta(docs('Display name; by default built from `name`.')),
  name: z.unknown().optional().meta(docs('`formatted`, `givenName`, `familyName`.')),
  title: z.unknown().optional().meta(docs('Job title, at most 100 characters.')),
  active: z.unknown().optional().meta(docs('True if the person may sign in; the default.')),
  emails: z
    .unknown()
    .optional()
    .meta(docs('The primary one is stored; without any, `userName` is the address.')),
  roles: z.unknown().optional().meta(docs('With `SCIM_ROLES=yes`: `user`, `support_agent` or `admin`.')),
})
