import { lastAdministrator } from '../../users/administrators.ts'
import { emailTaken } from '../../users/credentials.ts'
import { invalidFilter, invalidValue, notUnique } from '../protocol.ts'

/** How a person that a directory sends is refused. */
export const provisioningProblems = [invalidValue, invalidFilter, notUnique, emailTaken, lastAdministrator]
