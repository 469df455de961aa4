import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { requestHandler, within } from './outside.ts'
import { unavailable } from './problem.ts'

let client: SecretsManagerClient | undefined
const read = new Map<string, { value: Promise<string>; until: number }>()

/** A rotated secret is seen after so many milliseconds at the latest. */
const keptMilliseconds = 300_000

/** How long a call may take in all its attempts, in milliseconds. */
const callMilliseconds = 3_000

/** The text of a secret in AWS Secrets Manager, kept for five minutes. Throws 503 when it cannot be read. */
export const secret = (id: string): Promise<string> => {
  const known = read.get(id)
  if (known && known.until > Date.now()) return known.value
  const manager = (client ??= new SecretsManagerClient({
    maxAttempts: 2,
    requestHandler: requestHandler(1_200),
  }))
  const command = new GetSecretValueCommand({ SecretId: id })
  const value = within(callMilliseconds, (options) => manager.send(command, options)).then(
    ({ SecretString }) => SecretString as string,
    (error: unknown) => {
      read.delete(id)
      throw unavailable(error)
    },
  )
  read.set(id, { value, until: Date.now() + keptMilliseconds })
  return value
}

/** As in a process that has just begun: the next to need a secret reads it, from where the settings then say. */
export const forgetSecrets = (): void => {
  client = undefined
  read.clear()
}
