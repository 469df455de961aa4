import { createHash, randomBytes } from 'node:crypto'

/**
 * Contents of the secret `<stack>/origin-keys`: the values that the distribution sends with each request, by ID, and
 * the ID of the current one. During a rotation, it has the next or previous value too. Functions know only the hashes
 * (src/platform/http/request/client-address.ts). CloudFormation finds the value to send by its ID, so that another
 * value is a change.
 */
export type OriginSecrets = { current: string } & Record<string, string>

const another = () => ({ [`k${randomBytes(6).toString('hex')}`]: randomBytes(32).toString('base64url') })

const currentSecret = ({ current, ...secrets }: OriginSecrets) => ({ [current]: secrets[current] as string })

const ofWhich = (
  secrets: Record<string, string>,
  current = Object.keys(secrets)[0] as string,
): OriginSecrets => ({
  current,
  ...secrets,
})

export const newOriginSecrets = (): OriginSecrets => ofWhich(another())

/** Steps of a rotation, in their order; a deployment follows each step, and no request is refused in between. */
export const originRotation = {
  /** Publishes the next secret to the functions. */
  announce: (secrets: OriginSecrets): OriginSecrets => ofWhich({ ...currentSecret(secrets), ...another() }),
  /** Makes the distribution send the next secret. */
  send: ({ current, ...secrets }: OriginSecrets): OriginSecrets => {
    const last = Object.keys(secrets).at(-1) as string
    if (last === current) throw new Error('The next secret is missing. Announce it first, and deploy.')
    return ofWhich(secrets, last)
  },
  /** Removes the previous secret. */
  retire: (secrets: OriginSecrets): OriginSecrets => ofWhich(currentSecret(secrets)),
}

/** Returns the hashes by which functions verify all secrets: the setting ORIGIN_SECRET_HASHES. */
export const hashOriginSecrets = (secrets: OriginSecrets): string =>
  Object.entries(secrets)
    .filter(([id]) => id !== 'current')
    .map(([, secret]) => createHash('sha256').update(secret).digest('hex'))
    .join(',')
