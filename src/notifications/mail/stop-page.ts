import { escapeHtml, pageHeaders, pageHtml, plainPage } from '../../platform/http/answer/html-page.ts'
import { HttpReply } from '../../platform/http/exchange/http-reply.ts'
import type { StoredUser } from '../../platform/identity/user.ts'
import { environment } from '../../platform/runtime/environment.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { problemPagesIn } from '../../platform/http/answer/problem-page.ts'
import { pageLanguage, requestLanguage } from '../../platform/http/request/page-language.ts'
import { notificationEmailTexts } from './catalogue.ts'
import { findMailByToken } from './unsubscribe-link.ts'

export const unsubscribeTokenInvalid = problem(
  'lms.unsubscribe_token_invalid',
  422,
  'The "token" does not belong to an email of the last 180 days; use the link of a newer email.',
)

/** Returns the mail of a token, its recipient and their preferences; throws 422 for an unknown token. */
export const getMailByToken = async (token: string) => {
  const found = await findMailByToken(token)
  if (!found) throw unsubscribeTokenInvalid()
  return found
}

/** Returns true if the company has a client application. */
const hasClient = () => environment.appUrls !== ''

const yesOrNo = (is: boolean) => (is ? 'yes' : 'no')

/**
 * Returns the page that asks for confirmation to stop mails, or confirms that they have stopped. `isKept` is true if
 * the notifications stay in the application.
 */
export const stopPage = async (user: StoredUser | undefined, state: 'stop' | 'stopped', isKept = true) => {
  const { locale = null, timezone = 'UTC' } = user ?? {}
  const { language, word } = await notificationEmailTexts({ locale, timezone })
  const title = word(`${state}_title`)
  const places = { kept: hasClient() ? yesOrNo(isKept) : '', client: yesOrNo(hasClient()) }
  // a form without an action posts to the address of this page, including its token
  const form = `<form method="post"><button>${escapeHtml(word('stop_button'))}</button></form>`
  const body = `<p>${escapeHtml(word(`${state}_text`, places))}</p>
${state === 'stop' ? form : ''}`
  const page = plainPage({ title, body, language: pageLanguage([language]) })
  return new HttpReply(pageHtml(page), { headers: pageHeaders(page, ["form-action 'self'"]) })
}

/** Error pages in the language of the browser, because the recipient is unknown. */
export const stopProblemPages = problemPagesIn(async ({ status }, event) => {
  const language = requestLanguage(event)
  const { word } = await notificationEmailTexts({ locale: language, timezone: 'UTC' })
  return status === 422
    ? { language, title: word('invalid_title'), text: word('invalid_text'), links: [] }
    : {
        language,
        title: word('failed_title'),
        text: word('failed_text'),
        links: [{ href: '', label: word('again') }],
      }
})
