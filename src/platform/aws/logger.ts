import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { log } from '../runtime/log.ts'

const nothing = () => {}

interface FailedCall {
  clientName: string
  commandName: string
  error: Error
}

/** Logs a failed call that cannot pass before an operator changes something; callers log others where it matters. */
const noteRefusal = async ({ clientName: client, commandName: command, error }: FailedCall) => {
  const { lastingRefusal } = await import('./lasting-refusal.ts')
  const refusal = lastingRefusal(error)
  if (refusal) log.warn('call refused', { client, command, error: error.name, ...refusal })
}

/**
 * The logger of every client of AWS. Without `info` the SDK makes no copy of each input and output for its log, which
 * took a tenth of a page's time.
 */
export const logger = {
  trace: nothing,
  debug: nothing,
  warn: nothing,
  error: (call: FailedCall) => void noteRefusal(call),
} as NonNullable<S3ClientConfig['logger']>
