import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { Problem, ProblemStatus } from '../../runtime/problem.ts'
import { pageVary, takesPage } from '../request/navigation.ts'
import { escapeHtml, pageHeaders, pageHtml, plainStyle, type HtmlPage } from './html-page.ts'
import { headerOf, responseHeaders } from './http-reply.ts'
import { sitePath } from '../site.ts'
import type { ProblemPages } from './problem-content.ts'

const titles: Partial<Record<ProblemStatus, string>> = {
  401: 'Not allowed',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Not allowed',
  422: 'Invalid address',
  429: 'Busy',
  503: 'Busy',
}

/** What may be different in a moment. */
const passingStatuses: readonly ProblemStatus[] = [429, 500, 503]

/** What a page says of a problem. */
export interface ProblemWords {
  title: string
  text: string
  /** Where to go from it. */
  links: { href: string; label: string }[]
  /** A BCP 47 tag, English where it is absent. */
  language?: string
}

/** Those who follow a link send no token: an `Authorization` header would tell them nothing. */
const signInWords = {
  title: 'Please sign in',
  text: 'This is shown only to people who have signed in. Please open it in the application that you use.',
}

const englishWords = ({ status, code, message }: Problem): ProblemWords => {
  const words = code.startsWith('auth.token_')
    ? signInWords
    : { title: titles[status] ?? 'Something went wrong', text: message }
  const again = passingStatuses.includes(status) ? [{ href: '', label: 'Try again' }] : []
  return { ...words, links: [...again, { href: `${sitePath()}/`, label: 'Start page' }] }
}

/** It ends with what those are asked for who need help, which is the same in all languages. */
const pageOf = (words: ProblemWords, { status, code }: Problem, requestId: string): HtmlPage => {
  const { title, text, links, language } = words
  const lines = links.map(({ href, label }) => `<p><a href="${href}">${escapeHtml(label)}</a></p>\n`)
  return {
    title,
    style: `${plainStyle}small{opacity:.8}`,
    body: `<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${lines.join('')}<p><small>${status} ${escapeHtml(code)} · ${escapeHtml(requestId)}</small></p>
</main>`,
    ...(language !== undefined && { language }),
  }
}

type WordsFor = (problem: Problem, event: APIGatewayProxyEvent) => ProblemWords | Promise<ProblemWords>

/** Creates the `problemPages` of a spec, which show a problem in these words to a person in a browser. */
export const problemPagesIn =
  (wordsFor: WordsFor): ProblemPages =>
  async (problem, event) => {
    const { Vary } = responseHeaders('', headerOf(event, 'origin'))
    const negotiated = { Vary: Vary ? `${pageVary}, ${Vary}` : pageVary }
    if (!takesPage(event)) return { headers: negotiated }
    const page = pageOf(await wordsFor(problem, event), problem, event.requestContext.requestId)
    return {
      headers: { ...negotiated, ...pageHeaders(page), 'Content-Type': 'text/html; charset=utf-8' },
      body: pageHtml(page),
    }
  }

/** The same in the words of the problem's `detail`. Status and `X-Error-Code` stay the same. */
export const problemPages = problemPagesIn(englishWords)
