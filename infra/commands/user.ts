import { randomBytes } from 'node:crypto'
import * as z from '../../src/platform/schema/schema.ts'
import { credentials } from '../../src/users/credentials.ts'
import { newPassword } from '../../src/users/password.ts'
import { changeUser, registerUser } from '../../src/users/registration.ts'
import { emailAddress, UserRole, userFields, users } from '../../src/platform/identity/user.ts'
import { validated } from '../../src/platform/schema/validation.ts'
import { defaultRegion, runCommand, targetOptions, UsageError } from '../cli/command.ts'
import { enterService } from '../operation/stack.ts'

const generated = () => randomBytes(18).toString('base64url')

/**
 * Input of the command. `--password` is visible in the list of processes and the shell's history; without it, the
 * command generates a password and prints it once.
 */
const Given = z.strictObject({
  email: emailAddress,
  name: userFields.name.optional(),
  role: UserRole.optional(),
  password: newPassword.optional(),
})

const createAccount = async ({
  email,
  name = email,
  role = 'user',
  password = generated(),
}: z.output<typeof Given>) => {
  const { id } = await registerUser({ email, name, role }, password)
  return `The ${role} ${email} has the ID ${id} and the password ${password}`
}

const reset = async ({ email, password = generated() }: z.output<typeof Given>) => {
  const known = await credentials.find({ email })
  if (!known) throw new Error(`No account has the email address ${email}.`)
  await changeUser(await users.get({ id: known.user_id }), { is_active: true }, { password })
  return `${email} has the password ${password}, and all sessions are revoked`
}

const verbs = { create: createAccount, reset }

const text = { type: 'string' } as const

const usage = `npm run user -- create --email <address> [--name <name>] [--role <role>] [--password <password>]
       npm run user -- reset --email <address> [--password <password>]

create adds a person; the role is user (the default), support_agent or admin. reset sets another password, signs the
person out everywhere, and reactivates them if they were deactivated. Without --password one is generated and printed
once.

  --stage <stage>    the deployment; it needs AWS credentials in the environment
  --region <region>  where that is, by default ${defaultRegion}

Without a stage it uses the service on this machine: the one in DATA_DIR, otherwise the one in .local, otherwise the
only other one started from this folder.`

const givenFrom = (values: object) => {
  try {
    return validated(Given, values, 'body')
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

const options = { email: text, name: text, role: text, password: text, ...targetOptions }

await runCommand({ usage, options, words: Object.keys(verbs) }, async (values, [verb], progress) => {
  const { stage, region, ...person } = values
  if (verb === undefined)
    throw new UsageError(`The first argument must be ${Object.keys(verbs).join(' or ')}.`)
  const given = givenFrom({ ...person })
  const { PUBLIC_URL } = await enterService({ stage, region }, progress)
  const done = await verbs[verb as keyof typeof verbs](given)
  return PUBLIC_URL === undefined ? done : `${PUBLIC_URL}: ${done}`
})
