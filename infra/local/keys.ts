import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { newSessionKeys, type SessionKeys } from '../keys.ts'
import { jsonFile } from './data-folder.ts'

/** The keys of this machine's service. */
export interface Keys {
  session: SessionKeys
  cursor: string
}

/** The id of the secret that holds the session keys. */
export const sessionSecretId = 'local/session-keys'

/** New keys: of their own kind for sessions, 32 random bytes for cursors. */
export const makeKeys = async (): Promise<Keys> => ({
  session: await newSessionKeys(),
  cursor: randomBytes(32).toString('base64url'),
})

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
  new Map([[sessionSecretId, JSON.stringify(session)]])
