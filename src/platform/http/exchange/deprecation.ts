import type { Middleware, MiddlewareRequest } from './request-state.ts'

/** Dates (UTC) on which an operation was deprecated and may be removed, and a page about the deprecation. */
export interface Deprecation {
  since: `${number}-${number}-${number}`
  sunset: `${number}-${number}-${number}`
  link?: string
}

/** Returns the headers of a deprecation: `Deprecation` and its link by RFC 9745, `Sunset` by RFC 8594. */
export const deprecationHeaders = ({ since, sunset, link }: Deprecation): Record<string, string> => ({
  Deprecation: `@${Date.parse(since) / 1000}`,
  Sunset: new Date(sunset).toUTCString(),
  ...(link !== undefined && { Link: `<${link}>; rel="deprecation"; type="text/html"` }),
})

/**
 * Adds the deprecation headers to every response, errors included. It precedes the error handlers in the chain and
 * therefore runs after them.
 */
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
