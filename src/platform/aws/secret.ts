import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { requestHandler, withDeadline } from './deadline.ts'
import { logger } from './logger.ts'
import { unavailable } from '../runtime/problem.ts'

/**
 * State of a secret in this process. All times are in milliseconds; `askedAt` is the time of the request for the value.
 */
interface Known {
  last?: { value: string; askedAt: number }
  /** The call in progress. */
  asking?: { value: Promise<string>; askedAt: number }
  failedAt?: number
}

let client: SecretsManagerClient | undefined
const secrets = new Map<string, Known>()

/** Maximum age of a cached secret, and thus the delay of a rotation, while secrets can be read. */
const maxAgeMilliseconds = 300_000

/** Age after which a request refreshes the secret in the background. */
const refreshMilliseconds = 240_000

/** Maximum age of a cached secret while it cannot be read. */
const maxStaleMilliseconds = 3_600_000

/** Time after a failure during which requests use the cached secret without waiting for another attempt. */
const retryMilliseconds = 10_000

/** Timeout of a call with all its attempts, in milliseconds. */
const callMilliseconds = 3_000

const fetchSecret = async (id: string): Promise<string> => {
  const manager = (client ??= new SecretsManagerClient({
    maxAttempts: 2,
    logger,
    requestHandler: requestHandler(1_200),
  }))
  const command = new GetSecretValueCommand({ SecretId: id })
  const { SecretString } = await withDeadline(callMilliseconds, (options) => manager.send(command, options))
  return SecretString as string
}

/** Joins the call in progress; starts another if there is none, or if the process was frozen since. */
const joinSecretCall = (id: string, known: Known): Promise<string> => {
  const askedAt = Date.now()
  if (known.asking && askedAt - known.asking.askedAt < maxAgeMilliseconds) return known.asking.value
  const asking = { value: fetchSecret(id), askedAt }
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
 * Returns the text of a secret in AWS Secrets Manager, cached for five minutes, and for an hour while it cannot be
 * read. Throws 503 if it cannot be read after that.
 */
export const secret = async (id: string): Promise<string> => {
  const known = secrets.get(id) ?? {}
  secrets.set(id, known)
  const { last, failedAt = -Infinity } = known
  const age = Date.now() - (last?.askedAt ?? -Infinity)
  const isPaused = Date.now() - failedAt < retryMilliseconds
  if (last && (age < refreshMilliseconds || (isPaused && age < maxStaleMilliseconds))) return last.value
  const value = joinSecretCall(id, known)
  if (last && age < maxAgeMilliseconds) return last.value
  try {
    return await value
  } catch (error) {
    if (last && age < maxStaleMilliseconds) return last.value
    throw unavailable(error)
  }
}

/** Clears the cache, as in a new process: the next use reads the secret that the settings name at that time. */
export const forgetSecrets = (): void => {
  client = undefined
  secrets.clear()
}
