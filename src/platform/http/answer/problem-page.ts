import type { Problem, ProblemStatus } from '../../runtime/problem.ts'
import { prefersHtml } from '../request/accepted-type.ts'
import { escapeHtml, pageHeaders, pageHtml, plainStyle } from './html-page.ts'
import { headerOf, responseHeaders } from './http-reply.ts'
import { sitePath } from '../site.ts'
import type { ProblemPages } from './problem-content.ts'

const titles: Partial<Record<ProblemStatus, string>> = {
  401: 'Not allowed',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Not allowed',
  409: 'Not possible',
  422: 'Invalid address',
  429: 'Busy',
  503: 'Busy',
}

/** What may be different in a moment. */
const passingStatuses: readonly ProblemStatus[] = [429, 500, 503]

interface Words {
  title: string
  text: string
}

const signInWords: Words = {
  title: 'Please sign in',
  text: 'This is shown only to people who have signed in. Please open it in the application that you use.',
}

/** Those who follow a link send no token: an `Authorization` header would tell them nothing. */
const wordsOf = ({ status, code, message }: Problem): Words =>
  code.startsWith('auth.token_')
    ? signInWords
    : { title: titles[status] ?? 'Something went wrong', text: message }

const pageOf = ({ status, code }: Problem, { title, text }: Words, requestId: string) => {
  const again = passingStatuses.includes(status) ? '<p><a href="">Try again</a></p>\n' : ''
  return {
    title,
    style: `${plainStyle}small{opacity:.8}`,
    body: `<main>
<h1>${title}</h1>
<p>${escapeHtml(text)}</p>
${again}<p><a href="${sitePath()}/">Start page</a></p>
<p><small>${status} ${escapeHtml(code)}, request ${escapeHtml(requestId)}</small></p>
</main>`,
  }
}

/**
 * For the `problemPages` of a spec: shows a problem as a page, in the words of its `detail`, to those who prefer HTML
 * to JSON. Status and `X-Error-Code` stay the same.
 */
export const problemPages: ProblemPages = (problem, event) => {
  const { Vary } = responseHeaders('', headerOf(event, 'origin'))
  const negotiated = { Vary: Vary ? `Accept, ${Vary}` : 'Accept' }
  if (!prefersHtml(headerOf(event, 'accept'))) return { headers: negotiated }
  const page = pageOf(problem, wordsOf(problem), event.requestContext.requestId)
  return {
    headers: { ...negotiated, ...pageHeaders(page), 'Content-Type': 'text/html; charset=utf-8' },
    body: pageHtml(page),
  }
}
