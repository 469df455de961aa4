import { deprecationHeaders, type Deprecation } from '../../src/platform/http/exchange/deprecation.ts'

/** Minimum time between the deprecation of an operation and its end, in months. */
const minSunsetMonths = 12

/** Throws if clients have less time than the policy requires (src/README.md, "Versions"). */
export const requireNoticePeriod = (operationId: string, { since, sunset }: Deprecation): void => {
  const earliest = new Date(since)
  earliest.setUTCMonth(earliest.getUTCMonth() + minSunsetMonths)
  if (!(new Date(sunset) >= earliest))
    throw new Error(
      `${operationId} must answer for ${minSunsetMonths} months after ${since}, not until ${sunset}.`,
    )
}

interface Described {
  operationId: string
  description?: string
  responses: Record<string, unknown>
}

/** Marks an operation as deprecated, adds its sunset to the description, and adds the headers to its successes. */
export const describeDeprecation = (operation: Described, deprecation: Deprecation): void => {
  requireNoticePeriod(operation.operationId, deprecation)
  const { since, sunset, link } = deprecation
  const sentence = `Deprecated since ${since}; it answers until ${sunset}.${link ? ` See ${link}.` : ''}`
  Object.assign(operation, {
    deprecated: true,
    'x-sunset': sunset,
    description: [sentence, operation.description].filter(Boolean).join('\n\n'),
  })
  const headers = Object.entries(deprecationHeaders(deprecation)).map(([name, example]) => [
    name,
    { description: 'Says that the operation is deprecated.', schema: { type: 'string' }, example },
  ])
  for (const [status, response] of Object.entries(operation.responses)) {
    if (Number(status) >= 300) continue
    const success = response as { headers?: object }
    success.headers = { ...success.headers, ...(Object.fromEntries(headers) as object) }
  }
}
