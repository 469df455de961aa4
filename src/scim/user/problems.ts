import { lastAdministrator } from '../../users/administrators.ts'
import { emailTaken } from '../../users/credentials.ts'
import { administratorReserved, invalidFilter, invalidValue, notUnique } from '../protocol.ts'

export const provisioningProblems = [
  administratorReserved,
  invalidValue,
  invalidFilter,
  notUnique,
  emailTaken,
  lastAdministrator,
]
