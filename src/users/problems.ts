import { uploadProblems } from '../files/problems.ts'
import { sessionRequired } from '../platform/http/request/authentication.ts'
import { tooManyJobs } from '../jobs/job/job-start.ts'
import { notYours, ownStanding, reservedField } from './access.ts'
import { lastAdministrator } from './administrators.ts'
import { emailTaken } from './credentials.ts'
import { passwordWrong } from './current-password.ts'
import { beingErased, ownAccount } from './deletion.ts'
import { erased } from './registration.ts'
import { tooManyAttempts } from './throttle.ts'

export const userUpdateProblems = [
  sessionRequired.as({
    when: 'Access tokens must not change passwords or administrators, or confirm email addresses.',
  }),
  notYours,
  reservedField,
  ownStanding,
  passwordWrong,
  emailTaken,
  ...uploadProblems,
  erased,
  lastAdministrator,
  tooManyAttempts.as({
    when: 'Five wrong passwords for this user and IP address, or a hundred for this IP address, within 15 minutes.',
  }),
]

export const deletionProblems = [
  sessionRequired.as({ when: 'Access tokens must not deactivate or erase administrators.' }),
  beingErased,
  ownAccount,
  erased,
  lastAdministrator,
  tooManyJobs,
]
