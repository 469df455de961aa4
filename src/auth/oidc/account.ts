import { now } from '../../platform/runtime/time.ts'
import { setOrigin } from '../../platform/runtime/origin.ts'
import { Problem } from '../../platform/runtime/problem.ts'
import { confirmedEmail, mayUseEmail } from '../../platform/identity/email-use.ts'
import { isReserved } from '../../mail/former-email.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { transact } from '../../platform/table/table.ts'
import { users, type StoredUser } from '../../platform/identity/user.ts'
import { lastAdministrator } from '../../users/administrators.ts'
import { credentials } from '../../users/credentials.ts'
import { identities } from '../../users/identity.ts'
import { changeUser, toRegisterUser } from '../../users/registration.ts'
import type { Claimed } from './claims.ts'
import type { OidcProvider } from './provider.ts'

/** Reasons why a person who has signed in at a provider cannot sign in here. */
type Refusal = 'not_linked' | 'deactivated'

const findLinked = async (person: Claimed): Promise<StoredUser | undefined> => {
  const identity = await identities.find(person)
  return identity && users.find({ id: identity.user_id })
}

const findByEmail = async (email: string): Promise<StoredUser | undefined> => {
  const entry = await credentials.find({ email })
  const account = entry && (await users.find({ id: entry.user_id }))
  // the address may have moved between the two reads
  return account?.email === email ? account : undefined
}

/** Links an identity to the account permanently, and notifies its person. */
const link = async (account: StoredUser, { issuer, subject }: Claimed, provider: string) => {
  setOrigin({ actor_id: account.id })
  const update = users.toUpdate(account, { ...confirmedEmail(account), identity: { issuer, subject } })
  const identity = identities.make({ issuer, subject, user_id: account.id })
  const { toMail } = await import('../../mail/mail.ts')
  const mail = toMail(account.id, 'identity_linked', { provider, at: now() })
  await transact([identities.toCreate(identity), update, mail])
  return update.thing
}

const createLinkedUser = async (
  { issuer, subject, name, role }: Claimed,
  email: string,
): Promise<StoredUser> => {
  const user = users.make({ email, name, role: role ?? 'user', identity: { issuer, subject } })
  setOrigin({ actor_id: user.id })
  const identity = identities.make({ issuer, subject, user_id: user.id })
  await transact([identities.toCreate(identity), ...toRegisterUser({ ...user, email }, null)])
  return user
}

/** Confirms the address of an account if the provider of its identity vouches for it. */
const withConfirmedEmail = async (account: StoredUser, { email }: Claimed): Promise<StoredUser> => {
  const fields = email === account.email ? confirmedEmail(account) : {}
  if (Object.keys(fields).length === 0) return account
  setOrigin({ actor_id: account.id })
  return users.update(account, (now) => (now.email === email ? confirmedEmail(now) : {}))
}

/**
 * Returns the account of a person identified by a provider. An account without an identity is linked once by its email
 * address, so that no issuer can take over the account of another issuer's person (decision 0051). If there is none,
 * the provider's settings decide whether one is created.
 */
export const resolveAccount = (
  person: Claimed,
  provider: Pick<OidcProvider, 'name' | 'create'>,
): Promise<StoredUser | Refusal> =>
  retryOnConflict(async () => {
    const linked = await findLinked(person)
    if (linked) return linked.is_active ? withConfirmedEmail(linked, person) : 'deactivated'
    if (person.email === null) return 'not_linked'
    const account = await findByEmail(person.email)
    if (!account) {
      const mayCreate = provider.create && !(await isReserved(person.email))
      return mayCreate ? createLinkedUser(person, person.email) : 'not_linked'
    }
    if (account.type === 'service' || account.identity || !mayUseEmail(account, 'linking'))
      return 'not_linked'
    return account.is_active ? link(account, person, provider.name) : 'deactivated'
  })

/** Gives an account the role that the provider claims, if any; the last administrator keeps theirs. */
export const withRole = async (user: StoredUser, role: Claimed['role']): Promise<StoredUser> => {
  if (role === undefined || role === user.role) return user
  setOrigin({ actor_id: user.id })
  return changeUser(user, { role }, {}).catch((error: unknown) => {
    if (error instanceof Problem && error.code === lastAdministrator.code) return user
    throw error
  })
}
