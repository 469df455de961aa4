import { Webhook as Signer } from 'standardwebhooks'
import { outboundFetch } from '../../platform/outbound/outbound-fetch.ts'
import { ForbiddenAddress } from '../../platform/outbound/public-address.ts'
import { log } from '../../platform/runtime/log.ts'
import { openSecret } from '../webhook/signing-secret.ts'
import type { StoredWebhook } from '../webhook/webhook.ts'
import type { DeliveryAttempt, StoredDelivery } from './delivery.ts'
import { demandedDelay } from './retry-schedule.ts'

/** Time limit for the answer of a receiver, in milliseconds. */
const answerMilliseconds = 15_000

/** Maximum number of bytes of an answer that are read; none are kept. */
const maxAnswerBytes = 16 * 1024

/** Returns the secrets that were replaced within a day, except those sealed by a key that was lost or removed. */
const openFormerSecrets = async (webhook: StoredWebhook, at: Date): Promise<string[]> => {
  const former = webhook.former_secrets.filter(({ until }) => until > at.toISOString())
  const opened = former.map(({ secret }) =>
    openSecret(secret, webhook).catch((error: unknown) => {
      log.error('a former secret of a webhook cannot be decrypted', error, { webhook_id: webhook.id })
      return []
    }),
  )
  return (await Promise.all(opened)).flat()
}

/** Returns the signatures of a request with the current secret, and with those replaced within a day. */
const signatures = async (webhook: StoredWebhook, id: string, at: Date, body: string): Promise<string> => {
  const secrets = [await openSecret(webhook.secret, webhook), ...(await openFormerSecrets(webhook, at))]
  return secrets.map((secret) => new Signer(secret).sign(id, at, body)).join(' ')
}

/** Reads the beginning of an answer, so that the receiver can finish writing a short one. */
const discardBody = async ({ body }: Response): Promise<void> => {
  let bytes = 0
  try {
    for await (const chunk of body ?? []) {
      bytes += (chunk as Uint8Array).length
      if (bytes > maxAnswerBytes) break
    }
  } catch {
    // the status alone decides
  }
}

/** Returns the reason for the failure of a call, in one sentence. */
const failureSentence = (error: unknown): string => {
  if (error instanceof ForbiddenAddress) return error.message
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'TimeoutError') return 'The receiver did not answer within 15 seconds.'
  return `The call failed${code === undefined ? '' : ` (${code})`}.`
}

const statusSentence = (status: number): string =>
  status >= 300 && status < 400
    ? `The receiver redirected the request (${status}), which is not followed.`
    : `The receiver answered ${status}.`

/** Sends the request of a delivery once; returns the attempt, and the delay that the receiver demands. */
export const attemptDelivery = async (
  webhook: StoredWebhook,
  { id, body: event }: StoredDelivery,
): Promise<{ attempt: DeliveryAttempt; demanded: number }> => {
  const [at, body] = [new Date(), JSON.stringify(event)]
  const headers = {
    'content-type': 'application/json',
    // many firewalls refuse requests without one
    'user-agent': 'enterprise-platform-webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': await signatures(webhook, id, at, body),
  }
  const from = performance.now()
  const ended = (status_code: number | null, error: string | null) => ({
    at: at.toISOString(),
    status_code,
    duration_ms: Math.round(performance.now() - from),
    error,
  })
  try {
    const signal = AbortSignal.timeout(answerMilliseconds)
    const response = await outboundFetch(webhook.url, { method: 'POST', headers, body, signal })
    const { status, ok } = response
    await discardBody(response)
    const attempt = ended(status, ok ? null : statusSentence(status))
    return { attempt, demanded: demandedDelay(response.headers.get('retry-after'), Date.now()) }
  } catch (error) {
    return { attempt: ended(null, failureSentence(error)), demanded: 0 }
  }
}
