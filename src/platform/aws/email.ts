import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { mailEnvironment } from '../runtime/environment.ts'
import { LastingFailure, LaterFailure } from '../runtime/work-failure.ts'
import { requestHandler, withDeadline } from './deadline.ts'
import { lastingRefusal } from './lasting-refusal.ts'
import { logger } from './logger.ts'

let client: SESv2Client | undefined

/** How long a call may take, in milliseconds: one that is given up may have sent the mail. */
const callMilliseconds = 20_000

/** A connection that was left open may be closed at the other end, which is seen only when a mail was written to it. */
const closedAfterwards = { keepAlive: false }

const service = () =>
  (client ??= new SESv2Client({
    // the queue tries again: attempts of the SDK would follow within a second, each perhaps another mail
    maxAttempts: 1,
    logger,
    requestHandler: {
      ...requestHandler(callMilliseconds),
      httpAgent: closedAfterwards,
      httpsAgent: closedAfterwards,
    },
  }))

/** A mail to one person, plain and as HTML. */
export interface Email {
  /** Whom it is to: SES names them when it tells that it came back. */
  user_id: string
  to: string
  /** Where answers go; nowhere when absent. */
  replyTo?: string | undefined
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** The tag of a mail that says whom it is to. */
export const userTag = 'user_id'

/** Errors of SES that concern one mail, or a missing configuration set, and last like refusals of the account. */
const refusals = new Set([
  'MessageRejected',
  'BadRequestException',
  'NotFoundException',
  'AccountSuspendedException',
])

/** Errors of SES that pass by themselves, or when an account may send again. */
const pauses = new Set(['SendingPausedException', 'LimitExceededException'])

/** When a mail is tried again for which there is no quota left: it is that of the last 24 hours, and frees slowly. */
const pauseSeconds = 15 * 60

/** The thrown error; `code` is the code of Node if a connection has failed. */
type Failure = Pick<Error, 'name' | 'message'> & { code?: string }

/** An Error that names neither address nor text, which are in SES's own. */
const failureOf = (error: unknown): Error => {
  const failure: Failure = error instanceof Error ? error : { name: 'unknown', message: '' }
  const { name, message, code } = failure
  const sentence = `SES has not taken a mail: ${code === undefined ? name : `${name} (${code})`}.`
  // "Daily message quota exceeded" has the name of a rate that was exceeded
  if (pauses.has(name) || /quota/i.test(message)) return new LaterFailure(pauseSeconds, sentence)
  const isLasting = refusals.has(name) || lastingRefusal(failure)
  return isLasting ? new LastingFailure(name, sentence) : new Error(sentence)
}

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })

/** Hands a mail to SES. Throws what says whether it may be tried again. */
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
      throw failureOf(error)
    },
  )
}
