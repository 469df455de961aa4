import { HttpReply } from '../../platform/http/answer/http-reply.ts'
import { pageHeaders, pageHtml, plainPage } from '../../platform/http/answer/html-page.ts'
import type { PageLanguage } from '../../platform/http/request/page-language.ts'
import { editorText } from './page-words.ts'

/**
 * The page behind an edit link that was not used yet. It posts to its own address, and so uses the link up: programs
 * that only fetch links, such as mail scanners, do not run its script.
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
