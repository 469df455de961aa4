import { docs } from '#docs'
import { userFields } from '../../platform/identity/user.ts'
import { answeredId, Person } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'

/** A person as answers show them. */
export const User = z
  .object({
    ...userFields,
    manager_id: answeredId.nullable().default(null).meta(docs('Id of their manager; null for none.')),
    manager: Person.nullable().default(null).meta(docs('To whom they report; null for nobody.')),
    avatar_file_id: z
      .string()
      .nullable()
      .default(null)
      .meta(docs('Id of the file of their picture; null for colleagues.')),
    avatar_url: z
      .string()
      .nullable()
      .default(null)
      .meta(docs('Link to their picture, good for at least an hour.')),
  })
  .meta(docs('A person with an account.', { id: 'User' }))
