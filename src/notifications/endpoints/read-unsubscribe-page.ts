import { endpoint } from '../../platform/http/endpoint.ts'
import { getMailOf, stopPage, stopProblemPages, unsubscribeTokenInvalid } from '../mail/stop-page.ts'
import { isInApp } from '../preferences.ts'
import { unsubscribeQuery } from '../mail/unsubscribe-link.ts'

export const readUnsubscribePage = endpoint('GET /lms/notifications/unsubscribe', {
  access: 'public',
  summary: 'Open a page on which mails of a kind can be stopped',
  success: 'A page with a button, in the person’s language. Opening it changes nothing.',
  description: 'Its link is in each mail of a notification.',
  query: unsubscribeQuery,
  produces: 'text/html; charset=utf-8',
  problemPages: stopProblemPages,
  problems: [unsubscribeTokenInvalid],
  handle: async ({ query: { token } }) => {
    const { mail, user, chosen } = await getMailOf(token)
    return stopPage(user, 'stop', isInApp(chosen, mail.type))
  },
})
