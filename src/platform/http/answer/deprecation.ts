import type { Middleware, MiddlewareRequest } from '../request/request-state.ts'

/** When an operation was deprecated and from when on it may be gone, as dates in UTC, and a page about it. */
export interface Deprecation {
  since: `${number}-${number}-${number}`
  sunset: `${number}-${number}-${number}`
  link?: string
}

/** The headers that say so: `Deprecation` and its link by RFC 9745, `Sunset` by RFC 8594. */
export const deprecationHeaders = ({ since, sunset, link }: Deprecation): Record<string, string> => ({
  Deprecation: `@${Date.parse(since) / 1000}`,
  Sunset: new Date(sunset).toUTCString(),
  ...(link !== undefined && { Link: `<${link}>; rel="deprecation"; type="text/html"` }),
})

/** Adds the headers to every answer, refusals too. It comes before what renders errors, and so acts after it. */
export const announceDeprecation = (deprecation: Deprecation): Middleware => {
  const { Link, ...others } = deprecationHeaders(deprecation)
  const add = ({ response }: MiddlewareRequest) => {
    const answer = response as { headers?: Record<string, string> } | undefined
    if (!answer) return
    const links = [answer.headers?.['Link'], Link].filter(Boolean).join(', ')
    answer.headers = { ...answer.headers, ...others, ...(links && { Link: links }) }
  }
  return { after: add, onError: add }
}
