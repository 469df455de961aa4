import { lastAdministrator } from '../../users/administrators.ts'
import { emailTaken } from '../../users/credentials.ts'
import { administratorReserved, invalidFilter, invalidValue, notUnique } from '../protocol.ts'

/** Problems of requests that provision a person. */
export const provisioningProblems = [
  administratorReserved,
  invalidValue,
  invalidFilter,
  notUnique,
  emailTaken,
  lastAdministrator,
]
