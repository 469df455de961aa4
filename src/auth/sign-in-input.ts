import * as z from '../platform/schema/schema.ts'
import { email } from '../platform/identity/user.ts'

/** What a person signs in with. */
export const SignInInput = z.strictObject({
  email: email.meta({ description: 'The email address.', examples: ['user@example.com'] }),
  password: z
    .string()
    .min(1)
    .max(1_024)
    .meta({ description: 'The password.', examples: ['local-password'] }),
})
