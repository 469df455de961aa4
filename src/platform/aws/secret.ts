import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { requestHandler, withDeadline } from './deadline.ts'
import { logger } from './logger.ts'
import { unavailable } from '../runtime/problem.ts'

/** What this process knows of a secret. All times are in milliseconds; `askedAt` is when the value was asked for. */
interface Known {
  last?: { value: string; askedAt: number }
  /** The call that is under way. */
  asking?: { value: Promise<string>; askedAt: number }
  failedAt?: number
}

let client: SecretsManagerClient | undefined
const secrets = new Map<string, Known>()

/** A rotated secret is seen after this time at the latest, while secrets can be read. */
const maxAgeMilliseconds = 300_000

/** After this time it is read again in the background of a request. */
const refreshMilliseconds = 240_000

/** How long the last value is used while the secret cannot be read, */
const maxStaleMilliseconds = 3_600_000

/** and how long after a failure nobody waits for another attempt. */
const retryMilliseconds = 10_000

/** How long a call may take in all its attempts, in milliseconds. */
const callMilliseconds = 3_000

const read = async (id: string): Promise<string> => {
  const manager = (client ??= new SecretsManagerClient({
    maxAttempts: 2,
    logger,
    requestHandler: requestHandler(1_200),
  }))
  const command = new GetSecretValueCommand({ SecretId: id })
  const { SecretString } = await withDeadline(callMilliseconds, (options) => manager.send(command, options))
  return SecretString as string
}

/** Joins the call in progress, unless the process was frozen since, or makes one. */
const ask = (id: string, known: Known): Promise<string> => {
  const askedAt = Date.now()
  if (known.asking && askedAt - known.asking.askedAt < maxAgeMilliseconds) return known.asking.value
  const asking = { value: read(id), askedAt }
  known.asking = asking
  const end = (failedAt?: number) => {
    if (known.asking !== asking) return
    delete known.asking
    if (failedAt === undefined) delete known.failedAt
    else known.failedAt = failedAt
  }
  asking.value.then(
    (value) => {
      if (askedAt >= (known.last?.askedAt ?? 0)) known.last = { value, askedAt }
      end()
    },
    () => end(Date.now()),
  )
  return asking.value
}

/**
 * The text of a secret in AWS Secrets Manager, kept for five minutes, and for an hour while it cannot be
 * read. Throws 503 when it cannot be read after that.
 */
export const secret = async (id: string): Promise<string> => {
  const known = secrets.get(id) ?? {}
  secrets.set(id, known)
  const { last, failedAt = -Infinity } = known
  const age = Date.now() - (last?.askedAt ?? -Infinity)
  const isPaused = Date.now() - failedAt < retryMilliseconds
  if (last && (age < refreshMilliseconds || (isPaused && age < maxStaleMilliseconds))) return last.value
  const value = ask(id, known)
  if (last && age < maxAgeMilliseconds) return last.value
  try {
    return await value
  } catch (error) {
    if (last && age < maxStaleMilliseconds) return last.value
    throw unavailable(error)
  }
}

/** Clears the cache, as in a new process: the next use reads the secret that the settings then name. */
export const forgetSecrets = (): void => {
  client = undefined
  secrets.clear()
}
