import { createHash, randomBytes } from 'node:crypto'

/**
 * What the secret `<stack>/origin-keys` holds: by their ids, what the distribution sends with each request
 * and during a rotation what it sends next or has sent before, and the id of the present one. Functions know
 * them by their hashes alone (src/platform/http/request/client-address.ts); CloudFormation finds the one to send by
 * its id, so that another is a change.
 */
export type OriginSecrets = { current: string } & Record<string, string>

const another = () => ({ [`k${randomBytes(6).toString('hex')}`]: randomBytes(32).toString('base64url') })

const currentOf = ({ current, ...secrets }: OriginSecrets) => ({ [current]: secrets[current] as string })

const ofWhich = (
  secrets: Record<string, string>,
  current = Object.keys(secrets)[0] as string,
): OriginSecrets => ({
  current,
  ...secrets,
})

export const newOriginSecrets = (): OriginSecrets => ofWhich(another())

/**
 * The steps of a rotation, in their order; each is followed by a deployment, and no request is refused between them.
 */
export const originRotation = {
  /** Makes the next secret known to the functions. */
  announce: (secrets: OriginSecrets): OriginSecrets => ofWhich({ ...currentOf(secrets), ...another() }),
  /** Lets the distribution send it. */
  send: ({ current, ...secrets }: OriginSecrets): OriginSecrets => {
    const last = Object.keys(secrets).at(-1) as string
    if (last === current) throw new Error('There is no next secret. Announce it first, and deploy.')
    return ofWhich(secrets, last)
  },
  /** Forgets the one before. */
  retire: (secrets: OriginSecrets): OriginSecrets => ofWhich(currentOf(secrets)),
}

/** What functions know all secrets by: the setting ORIGIN_SECRET_HASHES. */
export const hashesOf = (secrets: OriginSecrets): string =>
  Object.entries(secrets)
    .filter(([id]) => id !== 'current')
    .map(([, secret]) => createHash('sha256').update(secret).digest('hex'))
    .join(',')
