import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { jsonFile } from './data-folder.ts'

/** The keys of this machine's service. */
export interface Keys {
  session: { private: JWK; public: JWK }
  cursor: string
}

/** The id of the secret that holds the session key. */
export const sessionSecretId = 'local/session-key'

/** New keys: Ed25519 for sessions, 32 random bytes for cursors. */
export const makeKeys = async (): Promise<Keys> => {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const about = { kid: randomUUID(), alg: 'EdDSA', use: 'sig' }
  return {
    session: {
      private: { ...(await exportJWK(privateKey)), ...about },
      public: { ...(await exportJWK(publicKey)), ...about },
    },
    cursor: randomBytes(32).toString('base64url'),
  }
}

/** The keys in `dataDir`, made the first time; only this user may read them. */
export const loadKeys = async (dataDir: string): Promise<Keys> => {
  const file = jsonFile<Keys | undefined>(join(dataDir, 'keys.json'), undefined)
  const known = file.read()
  if (known) return known
  const keys = await makeKeys()
  file.write(keys, 0o600)
  return keys
}

/** The secret store's content for these keys. */
export const secretsOf = ({ session }: Keys): Map<string, string> =>
  new Map([[sessionSecretId, JSON.stringify({ private: session.private })]])
