import { endpoint } from '../../platform/http/endpoint.ts'
import { getMailByToken, stopPage, stopProblemPages, unsubscribeTokenInvalid } from '../mail/stop-page.ts'
import { isInApp } from '../preferences.ts'
import { unsubscribeQuery } from '../mail/unsubscribe-link.ts'

export const readUnsubscribePage = endpoint('GET /lms/notifications/unsubscribe', {
  access: 'public',
  summary: 'Open the page to unsubscribe from emails',
  success: 'A page with a button, in the person’s language. Opening the page changes nothing.',
  description: 'Each email of a notification links to this page.',
  query: unsubscribeQuery,
  produces: 'text/html; charset=utf-8',
  problemPages: stopProblemPages,
  problems: [unsubscribeTokenInvalid],
  handle: async ({ query: { token } }) => {
    const { mail, user, chosen } = await getMailByToken(token)
    return stopPage(user, 'stop', isInApp(chosen, mail.type))
  },
})
