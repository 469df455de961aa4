import { HttpReply } from '../../platform/http/answer/http-reply.ts'
import { pageHeaders, pageHtml, plainStyle, type HtmlPage } from '../../platform/http/answer/html-page.ts'

/**
 * It posts to its own address, and so uses the link up: what only looks at links, as mail scanners do, does not run it.
 */
const page: HtmlPage = {
  title: 'Opening the document',
  style: `${plainStyle}button{font:inherit;padding:.5em 1em}`,
  body: `<main><form method="post"><button>Open the document</button></form></main>`,
  script: `document.forms[0].submit()`,
}

/** The page behind an edit link that was not used yet. */
export const linkPage = (): HttpReply<string> =>
  new HttpReply(pageHtml(page), { headers: pageHeaders(page, [`form-action 'self'`]) })
