import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { randomUUID } from 'node:crypto'
import { tokenAlgorithm } from '../src/platform/identity/jwt.ts'

/**
 * What the secrets `<stack>/session-keys` and `<stack>/wopi-keys` hold: the key that signs, which few functions can
 * read, and the key set that verifies, which a deployment gives to the functions as a parameter of the stack.
 */
export interface TokenKeys {
  private: JWK
  /** A JSON Web Key Set (RFC 7517) as text. */
  public: string
  /** The key that will sign next; its public half is known already. */
  next?: JWK
}

const newKey = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair(tokenAlgorithm, { crv: 'Ed25519', extractable: true })
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: tokenAlgorithm, use: 'sig' }
}

const publicOf = (...keys: JWK[]) => {
  const halves = keys.map((key) => Object.fromEntries(Object.entries(key).filter(([name]) => name !== 'd')))
  return JSON.stringify({ keys: halves })
}

export const newTokenKeys = async (): Promise<TokenKeys> => {
  const key = await newKey()
  return { private: key, public: publicOf(key) }
}

/** The steps of a rotation, in their order; no token ends before its time if the pauses are kept. */
export const tokenRotation = {
  /** Makes the next key known, before anything is signed by it. Then deploy. */
  announce: async (keys: TokenKeys): Promise<TokenKeys> => {
    const next = await newKey()
    return { ...keys, next, public: publicOf(keys.private, next) }
  },
  /**
   * Signs by the next key, from five minutes later on at the latest (src/platform/aws/secret.ts). Then wait
   * as long as a token lives.
   */
  sign: async ({ private: old, next }: TokenKeys): Promise<TokenKeys> => {
    if (!next) throw new Error('There is no next key. Announce it first, and deploy.')
    return { private: next, public: publicOf(next, old) }
  },
  /** Forgets all keys but the one that signs: what they have signed is void. Then deploy. */
  retire: async ({ private: key }: TokenKeys): Promise<TokenKeys> => ({
    private: key,
    public: publicOf(key),
  }),
}
