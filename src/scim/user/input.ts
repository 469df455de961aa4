import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'

/** A person as a directory sends them; other attributes are accepted, but not kept. */
export const UserInput = z.looseObject({
  userName: z
    .unknown()
    .meta(
      docs('By what the directory knows them; unique regardless of case.', { examples: ['ada@example.com'] }),
    ),
  externalId: z.unknown().optional().meta(docs('Id of the person in the directory; unique.')),
  displayName: z.unknown().optional().meta(docs('The name that others see; by default made of `name`.')),
  name: z.unknown().optional().meta(docs('`formatted`, `givenName`, `familyName`.')),
  title: z.unknown().optional().meta(docs('Job title, at most 100 characters.')),
  active: z.unknown().optional().meta(docs('Whether they may sign in; `true` by default.')),
  emails: z
    .unknown()
    .optional()
    .meta(docs('Of these the primary one is kept; without any, `userName` is the address.')),
  roles: z.unknown().optional().meta(docs('With `SCIM_ROLES=yes`: `user`, `support_agent` or `admin`.')),
})
