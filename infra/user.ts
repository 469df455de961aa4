import { randomBytes } from 'node:crypto'
import * as z from '../src/platform/schema/schema.ts'
import { credentials } from '../src/users/credentials.ts'
import { newPassword } from '../src/users/password.ts'
import { changeUser, registerUser } from '../src/users/registration.ts'
import { email, Role, User, users } from '../src/platform/identity/user.ts'
import { validated } from '../src/platform/schema/validation.ts'
import { command } from './stack.ts'

const generated = () => randomBytes(18).toString('base64url')

/** `--password` shows in the list of processes and the history of the shell; without it one is made and told once. */
const Given = z.strictObject({
  email,
  name: User.shape.name.optional(),
  role: Role.optional(),
  password: newPassword.optional(),
})

const create = async ({
  email,
  name = email,
  role = 'user',
  password = generated(),
}: z.output<typeof Given>) => {
  const { id } = await registerUser({ email, name, role }, password)
  return `The ${role} ${email} has the id ${id} and the password ${password}`
}

const reset = async ({ email, password = generated() }: z.output<typeof Given>) => {
  const known = await credentials.get({ email })
  await changeUser(await users.get({ id: known.user_id }), { is_active: true }, { password })
  return `${email} has the password ${password}, and all sessions are revoked`
}

/** `npm run user -- create|reset --email … [--name … --role … --password …] [--stage …]`. */
const verbs = { create, reset }

const text = { type: 'string' } as const

const usage = `npm run user -- create|reset --email <address> [--name <name>] [--role <role>] [--password <password>]
  [--stage <stage>]
Without a stage, it uses the service on this machine.`

await command(usage, { email: text, name: text, role: text, password: text }, async (values, [verb]) => {
  if (verb === undefined || !(verb in verbs))
    throw new Error(`The first argument must be ${Object.keys(verbs).join(' or ')}.`)
  return verbs[verb as keyof typeof verbs](validated(Given, { ...values }, 'body'))
})
