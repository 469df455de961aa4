import { lastAdministrator } from '../../users/administrators.ts'
import { emailTaken } from '../../users/credentials.ts'
import { invalidFilter, invalidPath, invalidValue, notUnique } from '../protocol.ts'

/** How a person that a directory sends is refused. */
export const provisioningProblems = [
  invalidValue,
  invalidPath,
  invalidFilter,
  notUnique,
  emailTaken,
  lastAdministrator,
]
