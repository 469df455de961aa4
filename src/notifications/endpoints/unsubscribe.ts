import { endpoint } from '../../platform/http/endpoint.ts'
import type { BodyFormat } from '../../platform/http/exchange/body-format.ts'
import { setOrigin } from '../../platform/runtime/origin.ts'
import { getMailByToken, stopPage, unsubscribeTokenInvalid } from '../mail/stop-page.ts'
import { unsubscribeQuery } from '../mail/unsubscribe-link.ts'
import { changePreferences } from '../preferences-change.ts'
import { withoutMail } from '../preferences.ts'

/**
 * Mail programs send a form in either encoding (RFC 8058 section 3.2), browsers an empty one; the token has all
 * information.
 */
const anyBody: BodyFormat = {
  mediaType: 'application/x-www-form-urlencoded',
  problems: [],
  before: ({ internal }) => {
    internal.json = {}
  },
}

export const unsubscribe = endpoint('POST /lms/notifications/unsubscribe', {
  access: 'public',
  status: 200,
  summary: 'Unsubscribe from emails of one type',
  success: 'Emails of this type are no longer sent to the person; the page confirms it.',
  description:
    'One-click unsubscription by mail programs (RFC 8058). A body of any type is accepted and ignored. ' +
    'The request may be repeated.',
  query: unsubscribeQuery,
  bodyFormat: anyBody,
  produces: 'text/html; charset=utf-8',
  problems: [unsubscribeTokenInvalid],
  handle: async ({ query: { token } }) => {
    const { mail, user } = await getMailByToken(token)
    setOrigin({ actor_id: mail.user_id })
    await changePreferences(mail.user_id, async (current) => withoutMail(current, mail.type))
    return stopPage(user, 'stopped')
  },
})
