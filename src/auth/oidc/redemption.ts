import { users } from '../../platform/identity/user.ts'
import { hashSecret } from '../../platform/runtime/secret.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import type { Beginning } from '../session/sign-in.ts'
import { signIn } from '../token.ts'
import { toFindByProvider, toRequireNoLogout } from './logouts.ts'
import { codeInvalid, hasEnded, signInCodes } from './pending-sign-in.ts'
import { endSessionOfCode } from './provider-logout.ts'

type Client = Pick<Beginning, 'user_agent' | 'address'>

/**
 * Exchanges a one-time code for a token; throws 401. Reuse of code and verifier ends the session of their first use,
 * since somebody else must have both (decision 0051).
 */
export const redeemCode = (code: string, code_verifier: string, client: Client) =>
  retryOnConflict(async () => {
    const found = await signInCodes.find({ id: hashSecret(code) })
    if (!found || hashSecret(code_verifier) !== found.code_challenge) throw codeInvalid()
    if (found.is_used) await endSessionOfCode(found.id, found.oidc, found.user_id)
    const user = found.is_used || hasEnded(found) ? undefined : await users.find({ id: found.user_id })
    if (!user?.is_active) throw codeInvalid()
    return signIn(user, { via: 'oidc', oidc: found.oidc, ...client }, [
      signInCodes.toUpdate(found, { is_used: true }),
      ...toRequireNoLogout(found.oidc, codeInvalid()),
      ...toFindByProvider(found.oidc, user.id),
    ])
  })
