import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { mailEnvironment } from '../runtime/environment.ts'
import { LastingFailure, LaterFailure } from '../runtime/work-failure.ts'
import { requestHandler, withDeadline } from './deadline.ts'
import { lastingRefusal } from './lasting-refusal.ts'
import { logger } from './logger.ts'

let client: SESv2Client | undefined

/** Timeout of a call, in milliseconds; SES may have sent the email of a call that timed out. */
const callMilliseconds = 20_000

/**
 * Closes each connection after use: the other end may close an idle connection, which shows only after an email was
 * written to it.
 */
const closedAfterwards = { keepAlive: false }

const service = () =>
  (client ??= new SESv2Client({
    // the queue retries: the SDK would retry within a second, and each attempt might send the email again
    maxAttempts: 1,
    logger,
    requestHandler: {
      ...requestHandler(callMilliseconds),
      httpAgent: closedAfterwards,
      httpsAgent: closedAfterwards,
    },
  }))

/** An email to one person, as plain text and HTML. */
export interface Email {
  /** ID of the recipient, which SES reports with bounces. */
  user_id: string
  to: string
  /** Address for replies; absent if replies are not received. */
  replyTo?: string | undefined
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** Email tag with the ID of the recipient. */
export const userTag = 'user_id'

/** SES errors about one email or a missing configuration set; like refusals of the account, they persist. */
const refusals = new Set([
  'MessageRejected',
  'BadRequestException',
  'NotFoundException',
  'AccountSuspendedException',
])

/** SES errors that pass on their own, or once the account may send again. */
const pauses = new Set(['SendingPausedException', 'LimitExceededException'])

/** Delay before retrying an email after the quota is used up; the quota covers the last 24 hours and frees slowly. */
const pauseSeconds = 15 * 60

/** The thrown error; `code` is the Node.js error code of a failed connection. */
type Failure = Pick<Error, 'name' | 'message'> & { code?: string }

/** Returns an Error without the address and the text, which SES includes in its own errors. */
const toEmailFailure = (error: unknown): Error => {
  const failure: Failure = error instanceof Error ? error : { name: 'unknown', message: '' }
  const { name, message, code } = failure
  const sentence = `SES did not accept an email: ${code === undefined ? name : `${name} (${code})`}.`
  // "Daily message quota exceeded" has the error name of an exceeded rate
  if (pauses.has(name) || /quota/i.test(message)) return new LaterFailure(pauseSeconds, sentence)
  const isLasting = refusals.has(name) || lastingRefusal(failure)
  return isLasting ? new LastingFailure(name, sentence) : new Error(sentence)
}

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })

/** Sends an email through SES. Throws an error whose type says whether to retry. */
export const sendEmail = async ({
  user_id,
  to,
  replyTo,
  subject,
  text,
  html,
  headers,
}: Email): Promise<void> => {
  const command = new SendEmailCommand({
    FromEmailAddress: mailEnvironment.from,
    Destination: { ToAddresses: [to] },
    ReplyToAddresses: replyTo === undefined ? undefined : [replyTo],
    ConfigurationSetName: mailEnvironment.configurationSet,
    EmailTags: [{ Name: userTag, Value: user_id }],
    Content: {
      Simple: {
        Subject: utf8(subject),
        Body: { Text: utf8(text), Html: utf8(html) },
        Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
      },
    },
  })
  await withDeadline(callMilliseconds, (options) => service().send(command, options)).catch(
    (error: unknown) => {
      throw toEmailFailure(error)
    },
  )
}
