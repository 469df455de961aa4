import { loadWith } from './given-proxy.ts'
import { startMailService, type MailFault } from './mail-service.ts'
import { world } from './world.ts'

/**
 * Connects the mail workers to an SES that first fails in these ways. Returns its requests, and a function that reverts
 * this.
 */
export const givenMailFaults = async (...faults: MailFault[]) => {
  const { url, close, requests } = await startMailService(faults)
  const load = async () => ({
    ...(await import('../../src/platform/events/queue-function.ts')),
    ...(await import('../../src/mail/workers/send-mail.ts')),
    ...(await import('../../src/notifications/workers/send-notification.ts')),
  })
  const { loaded, restore } = await loadWith({ AWS_ENDPOINT_URL_SESV2: url }, load)
  const consumer = world().consumers.find(({ queue }) => queue === 'mails') as { handler: unknown }
  const { handler } = consumer
  const { sendMail, sendNotification } = loaded
  consumer.handler = loaded.queueFunction('mails', { mails: sendMail, 'notice-mails': sendNotification })
  const end = () => {
    close()
    restore()
    consumer.handler = handler
  }
  return { requests, end }
}
