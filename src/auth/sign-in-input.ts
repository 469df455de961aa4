import { docs } from '#docs'
import * as z from '../platform/schema/schema.ts'
import { emailAddress } from '../platform/identity/user.ts'

/** Schema of email and password in a sign-in. */
export const SignInInput = z.strictObject({
  email: emailAddress.meta(docs('The email address.', { examples: ['user@example.com'] })),
  password: z
    .string()
    .min(1)
    .max(1_024)
    .meta(docs('The password.', { examples: ['local-password'] })),
})
