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

const wordsOf = ({ status, message }: Problem): Words => ({
  title: titles[status] ?? 'Something went wrong',
  text: message,
})

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

/** Shows a problem as a page to those who prefer HTML to JSON. Status and `X-Error-Code` stay the same. */
const pagesWith =
  (words: (problem: Problem) => Words): ProblemPages =>
  (problem, event) => {
    const { Vary } = responseHeaders('', headerOf(event, 'origin'))
    const negotiated = { Vary: Vary ? `Accept, ${Vary}` : 'Accept' }
    if (!prefersHtml(headerOf(event, 'accept'))) return { headers: negotiated }
    const page = pageOf(problem, words(problem), event.requestContext.requestId)
    return {
      headers: { ...negotiated, ...pageHeaders(page), 'Content-Type': 'text/html; charset=utf-8' },
      body: pageHtml(page),
    }
  }

/** For the `problemPages` of a spec: pages in the words of the problem's `detail`. */
export const problemPages: ProblemPages = pagesWith(wordsOf)

/** Tells those who follow a link, and so send no token, to sign in. */
export const unauthenticatedPage: ProblemPages = pagesWith(() => signInWords)
