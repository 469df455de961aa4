import type { APIGatewayProxyEvent } from 'aws-lambda'
import { headerOf } from '../answer/http-reply.ts'
import { prefersHtml } from './accepted-type.ts'

/** The `Vary` of an answer that {@link takesPage} has decided. */
export const pageVary = 'Accept, Authorization, Sec-Fetch-Mode'

/**
 * Returns true if a browser navigates to an address (Fetch Metadata). `Accept` alone does not tell: programs accept HTML
 * first as well, as Java's HttpURLConnection does. A navigation carries no token.
 */
export const isNavigation = (header: (name: string) => string | undefined): boolean =>
  header('sec-fetch-mode') === 'navigate' &&
  header('authorization') === undefined &&
  prefersHtml(header('accept'))

/** Editors are programs, even those that run in a browser. */
const wopiPath = /^(\/api\/v1)?\/wopi(\/|$)/

/** Returns true if an error of this request may be a page; every other error is JSON (decision 0001). */
export const takesPage = (event: Pick<APIGatewayProxyEvent, 'httpMethod' | 'path' | 'headers'>): boolean =>
  (event.httpMethod === 'GET' || event.httpMethod === 'HEAD') &&
  !wopiPath.test(event.path) &&
  isNavigation((name) => headerOf(event, name))
