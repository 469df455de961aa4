import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { mailEnvironment } from '../runtime/environment.ts'
import { requestHandler, withDeadline } from './deadline.ts'
import { logger } from './logger.ts'

let client: SESv2Client | undefined

/** How long a call may take, in milliseconds: one that is given up may have sent the mail. */
const callMilliseconds = 20_000

const service = () =>
  // the queue tries again: attempts of the SDK would follow within a second, each perhaps another mail
  (client ??= new SESv2Client({ maxAttempts: 1, logger, requestHandler: requestHandler(callMilliseconds) }))

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

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })

/** Hands a mail to SES. Throws an Error that names neither address nor text, which are in SES's own. */
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
      throw new Error(`SES has not taken a mail: ${error instanceof Error ? error.name : 'unknown'}.`)
    },
  )
}
