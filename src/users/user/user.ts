import { docs } from '#docs'
import { EmailStatus, userFields } from '../../platform/identity/user.ts'
import { answeredText, answeredId, Person } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'

const Identity = z.described(docs('An identity at a provider of single sign-on.', { id: 'Identity' }), {
  issuer: answeredText(2_048).meta(docs('The provider.', { examples: ['https://id.example.com'] })),
  subject: answeredText(2_048).meta(
    docs('ID of the user at the provider (`sub`).', { examples: ['248289761001'] }),
  ),
})

const SignInMethods = z.described(docs('Sign-in methods of a user.', { id: 'UserSignIn' }), {
  password: z.boolean().meta(docs('True if the user has a password.')),
  oidc: z.array(Identity).max(1).meta(docs('The identity for single sign-on, if any.')),
})

export const User = z.described(docs('A person with an account.', { id: 'User' }), {
  ...userFields,
  email_status: z.orNull(EmailStatus).meta(docs('State of the email address; null for colleagues.')),
  manager_id: z.orNull(answeredId).meta(docs('ID of their manager; null for none.')),
  manager: z.orNull(Person).meta(docs('The manager; null for none.')),
  avatar_file_id: z.orNull(answeredId).meta(docs('ID of the file of their picture; null for colleagues.')),
  avatar_url: z.orNull(answeredText(4_096)).meta(docs('Link to their picture, valid for at least an hour.')),
  sign_in: z
    .orNull(SignInMethods)
    .meta(docs('Sign-in methods of the user; null for colleagues, and in lists.')),
  external_id: z
    .orNull(answeredText(255))
    .meta(docs('ID in the directory that provisions the user; for administrators, null in lists.')),
})
