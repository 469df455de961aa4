import type { APIGatewayProxyEvent } from 'aws-lambda'
import { requestHeader } from '../exchange/http-reply.ts'
import { prefersHtml } from './accepted-type.ts'

/** The `Vary` header of a response that depends on {@link takesPage}. */
export const pageVary = 'Accept, Authorization, Sec-Fetch-Mode'

/** Returns true if a browser navigates without a token. Some programs prefer HTML too, but send no `Sec-Fetch-Mode`. */
export const isNavigation = (header: (name: string) => string | undefined): boolean =>
  header('sec-fetch-mode') === 'navigate' &&
  header('authorization') === undefined &&
  prefersHtml(header('accept'))

/** Returns true if an error of this request may be a page; all other errors are JSON (decision 0001). */
export const takesPage = (event: Pick<APIGatewayProxyEvent, 'httpMethod' | 'path' | 'headers'>): boolean =>
  /^(GET|HEAD)$/.test(event.httpMethod) &&
  !/^(\/api\/v1)?\/wopi(\/|$)/.test(event.path) &&
  isNavigation((name) => requestHeader(event, name))
