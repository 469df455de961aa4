import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { Problem } from '../../runtime/problem.ts'
import { pageVary, takesPage } from '../request/navigation.ts'
import type * as HtmlPages from './html-page.ts'
import { requestHeader, responseHeaders } from '../exchange/http-reply.ts'
import { basePath } from '../base-path.ts'
import type { ProblemPages } from '../exchange/problem-content.ts'
import type { ProblemWords } from './problem-words.ts'

/** Returns the page of a problem. Its last line, for support, is the same in all languages. */
const problemHtmlPage = (
  { escapeHtml, plainPage }: typeof HtmlPages,
  words: ProblemWords,
  { status, code }: Problem,
  requestId: string,
): HtmlPages.HtmlPage => {
  const { title, text, links, language } = words
  const lines = links.map(({ href, label }) => `<p><a href="${href}">${escapeHtml(label)}</a></p>\n`)
  const body = `<p>${escapeHtml(text)}</p>
${lines.join('')}<p><small>${status} ${escapeHtml(code)} · ${escapeHtml(requestId)}</small></p>`
  return plainPage({ title, body, language })
}

type WordsFor = (problem: Problem, event: APIGatewayProxyEvent) => ProblemWords | Promise<ProblemWords>

/** Creates the `problemPages` of a spec, which show problems with this text to a person in a browser. */
export const problemPagesIn =
  (wordsFor: WordsFor): ProblemPages =>
  async (problem, event) => {
    const { Vary } = responseHeaders('', requestHeader(event, 'origin'))
    const negotiated = { Vary: Vary ? `${pageVary}, ${Vary}` : pageVary }
    if (!takesPage(event)) return { headers: negotiated }
    const [words, html] = await Promise.all([wordsFor(problem, event), import('./html-page.ts')])
    const page = problemHtmlPage(html, words, problem, event.requestContext.requestId)
    // pages are not cached, so their language needs no `Vary`
    return {
      headers: { ...negotiated, ...html.pageHeaders(page), 'Content-Type': 'text/html; charset=utf-8' },
      body: html.pageHtml(page),
    }
  }

/**
 * Problem pages in the language of the browser; English pages have the problem's `detail`. Status and code are
 * unchanged.
 */
export const problemPages = problemPagesIn(async (problem, event) => {
  const [{ problemWords }, { requestLanguage }] = await Promise.all([
    import('./problem-words.ts'),
    import('../request/page-language.ts'),
  ])
  return problemWords(problem, requestLanguage(event), `${basePath()}/`)
})
