import { HttpReply } from '../../platform/http/exchange/http-reply.ts'
import { pageHeaders, pageHtml, plainPage } from '../../platform/http/answer/html-page.ts'
import type { PageLanguage } from '../../platform/http/request/page-language.ts'
import { editorText } from './page-words.ts'

/**
 * Returns the page behind an unused edit link. Its script posts to the same URL and so uses up the link; programs that
 * only fetch links, such as mail scanners, do not run scripts.
 */
export const linkPage = (language: PageLanguage): HttpReply<string> => {
  const page = plainPage({
    title: editorText(language, 'opening'),
    body: `<form method="post"><button>${editorText(language, 'open')}</button></form>`,
    script: `document.forms[0].submit()`,
    language,
  })
  return new HttpReply(pageHtml(page), { headers: pageHeaders(page, [`form-action 'self'`]) })
}
