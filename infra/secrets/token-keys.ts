import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { randomUUID } from 'node:crypto'
import { tokenAlgorithm } from '../../src/platform/identity/jwt.ts'

/**
 * Contents of the secrets `<stack>/session-keys` and `<stack>/wopi-keys`: the signing key, which few functions can
 * read, and the key set for verification, which a deployment gives to functions as a stack parameter.
 */
export interface TokenKeys {
  private: JWK
  /** JSON Web Key Set (RFC 7517) as text. */
  public: string
  /** Next signing key; its public half is already published. */
  next?: JWK
}

const newTokenKey = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair(tokenAlgorithm, { crv: 'Ed25519', extractable: true })
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: tokenAlgorithm, use: 'sig' }
}

const toPublicKeys = (...keys: JWK[]) => {
  const halves = keys.map((key) => Object.fromEntries(Object.entries(key).filter(([name]) => name !== 'd')))
  return JSON.stringify({ keys: halves })
}

export const newTokenKeys = async (): Promise<TokenKeys> => {
  const key = await newTokenKey()
  return { private: key, public: toPublicKeys(key) }
}

/** Steps of a rotation, in their order; no token becomes invalid early if the pauses are kept. */
export const tokenRotation = {
  /** Publishes the next key before anything is signed with it. A deployment must follow. */
  announce: async (keys: TokenKeys): Promise<TokenKeys> => {
    const next = await newTokenKey()
    return { ...keys, next, public: toPublicKeys(keys.private, next) }
  },
  /**
   * Signs with the next key, after at most five minutes (src/platform/aws/secret.ts). The next step must wait for the
   * lifetime of a token.
   */
  sign: async ({ private: old, next }: TokenKeys): Promise<TokenKeys> => {
    if (!next) throw new Error('The next key is missing. Announce it first, and deploy.')
    return { private: next, public: toPublicKeys(next, old) }
  },
  /**
   * Removes all keys except the signing one, which invalidates everything that they signed. A deployment must follow.
   */
  retire: async ({ private: key }: TokenKeys): Promise<TokenKeys> => ({
    private: key,
    public: toPublicKeys(key),
  }),
}
