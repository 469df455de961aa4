import { escapeHtml, pageHeaders, pageHtml, plainPage } from '../../platform/http/answer/html-page.ts'
import { HttpReply } from '../../platform/http/answer/http-reply.ts'
import type { StoredUser } from '../../platform/identity/user.ts'
import { environment } from '../../platform/runtime/environment.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { problemPagesIn } from '../../platform/http/answer/problem-page.ts'
import { pageLanguage, requestLanguage } from '../../platform/http/request/page-language.ts'
import { noticeMailTexts } from './catalogue.ts'
import { findMailOf } from './unsubscribe-link.ts'

export const unsubscribeTokenInvalid = problem(
  'lms.unsubscribe_token_invalid',
  422,
  'The "token" is not one of an email of the last 180 days.',
)

/** The mail that a token was in, its person, and what they have chosen; throws 422. */
export const getMailOf = async (token: string) => {
  const found = await findMailOf(token)
  if (!found) throw unsubscribeTokenInvalid()
  return found
}

/** Without a client of the company there is no application to speak of. */
const hasClient = () => environment.appUrls !== ''

const yesOrNo = (is: boolean) => (is ? 'yes' : 'no')

/**
 * The page of somebody's mails, which asks whether they are to stop, or says that they have; `isKept` is whether the
 * news stay in the application.
 */
export const stopPage = async (user: StoredUser | undefined, state: 'stop' | 'stopped', isKept = true) => {
  const { locale = null, timezone = 'UTC' } = user ?? {}
  const { language, word } = await noticeMailTexts({ locale, timezone })
  const title = word(`${state}_title`)
  const places = { kept: hasClient() ? yesOrNo(isKept) : '', client: yesOrNo(hasClient()) }
  // without an address it goes to that of this page, with its token
  const form = `<form method="post"><button>${escapeHtml(word('stop_button'))}</button></form>`
  const body = `<p>${escapeHtml(word(`${state}_text`, places))}</p>
${state === 'stop' ? form : ''}`
  const page = plainPage({ title, body, language: pageLanguage([language]) })
  return new HttpReply(pageHtml(page), { headers: pageHeaders(page, ["form-action 'self'"]) })
}

/** Why mails could not be stopped, in the language of the browser: whose mails they are is not known. */
export const stopProblemPages = problemPagesIn(async ({ status }, event) => {
  const language = requestLanguage(event)
  const { word } = await noticeMailTexts({ locale: language, timezone: 'UTC' })
  return status === 422
    ? { language, title: word('invalid_title'), text: word('invalid_text'), links: [] }
    : {
        language,
        title: word('failed_title'),
        text: word('failed_text'),
        links: [{ href: '', label: word('again') }],
      }
})
