import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'

const secrets = new Map<string, Promise<unknown>>()

/** Reads the secret whose ID is in this environment variable, once. */
export const readSecret = async (variable: 'SESSION_SECRET_ID' | 'CURSOR_SECRET_ID'): Promise<void> => {
  const command = new GetSecretValueCommand({ SecretId: process.env[variable] as string })
  const secret = secrets.get(variable) ?? new SecretsManagerClient({ maxAttempts: 2 }).send(command)
  secrets.set(variable, secret)
  await secret
}
