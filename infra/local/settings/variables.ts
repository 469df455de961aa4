import type { Endpoints } from './emulator-endpoints.ts'
import {
  cursorSecretId,
  modelSecretId,
  oidcSecretPrefix,
  sessionSecretId,
  webhookSecretId,
  wopiSecretId,
  type Keys,
} from './keys.ts'
import { queueUrlPrefix } from '../../events/queue-urls.ts'
import { logger } from '../../../src/platform/aws/logger.ts'

/** Resources of this machine, from which the handlers' variables are derived. */
export interface World {
  endpoints: Endpoints
  tableName: string
  bucketName: string
  queueUrls: Readonly<Record<string, string>>
  keys: Keys
  publicUrl: string
}

/** Client settings for the emulators: they accept any credentials, but the region and the key select the data. */
export const localAws = {
  region: 'eu-central-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  logger,
}

/** Returns the environment in which the service runs against this world (src/platform/runtime/environment.ts). */
export const serviceVariables = (world: World): Record<string, string> => ({
  TABLE_NAME: world.tableName,
  BUCKET_NAME: world.bucketName,
  PICTURE_ORIGIN: world.endpoints.s3,
  PUBLIC_URL: world.publicUrl,
  SESSION_PUBLIC_KEYS: world.keys.session.public,
  SESSION_SECRET_ID: sessionSecretId,
  WOPI_PUBLIC_KEYS: world.keys.wopi.public,
  WOPI_SECRET_ID: wopiSecretId,
  MODEL_KEYS_SECRET: modelSecretId,
  OIDC_SECRET_PREFIX: oidcSecretPrefix,
  CURSOR_SECRET_ID: cursorSecretId,
  WEBHOOK_SECRET_ID: webhookSecretId,
  MAIL_FROM: 'Enterprise platform <no-reply@example.com>',
  SENDS_MAIL: 'yes',
  MAIL_INBOUND: 'mail.example.com',
  QUEUE_URL_PREFIX: queueUrlPrefix(world.queueUrls),
  AWS_REGION: localAws.region,
  AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
  AWS_ENDPOINT_URL_DYNAMODB: world.endpoints.dynamodb,
  AWS_ENDPOINT_URL_DYNAMODB_STREAMS: world.endpoints.dynamodb,
  AWS_ENDPOINT_URL_SQS: world.endpoints.sqs,
  AWS_ENDPOINT_URL_S3: world.endpoints.s3,
  AWS_ENDPOINT_URL_SESV2: world.endpoints.ses,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: world.endpoints.secrets,
  AWS_ENDPOINT_URL_SSM: world.endpoints.secrets,
})

/**
 * Time limit for AWS calls close to that of the local gateway: on a busy machine, people wait instead of retrying
 * (decision 0041).
 */
export const patience: Record<string, string> = { MIN_CALL_MILLISECONDS: '15000' }

/**
 * Sets the variables in this process, and removes a profile or token of the user, which would override the local
 * credentials.
 */
export const applyVariables = (world: World): void => {
  for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_ENDPOINT_URL']) delete process.env[name]
  Object.assign(process.env, serviceVariables(world))
}
