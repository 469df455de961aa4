import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { log } from '../runtime/log.ts'

const ignoreLine = () => {}

interface FailedCall {
  clientName: string
  commandName: string
  error: Error
}

/**
 * Logs a failed call that cannot succeed before an operator changes something; callers log other failures if necessary.
 */
const noteRefusal = async ({ clientName: client, commandName: command, error }: FailedCall) => {
  const { lastingRefusal } = await import('./lasting-refusal.ts')
  const refusal = lastingRefusal(error)
  if (refusal) log.warn('call refused', { client, command, error: error.name, ...refusal })
}

/**
 * The logger of every AWS client. Without `info`, the SDK does not copy each input and output for its log, which took a
 * tenth of the time of a page.
 */
export const logger = {
  trace: ignoreLine,
  debug: ignoreLine,
  warn: ignoreLine,
  error: (call: FailedCall) => void noteRefusal(call),
} as NonNullable<S3ClientConfig['logger']>
