/** Flags of `serverless offline` that the service supports, or whose effect it has in any case. */
const accepted = new Set([
  'host',
  'httpPort',
  'lambdaPort',
  'localEnvironment',
  'noPrependStageInUrl',
  'noSponsor',
  'useInProcess',
])

/**
 * Throws one sentence that names a given flag of serverless-offline (`known`) without an effect here, because requests
 * go to our own listener.
 */
export const requireEffect = (options: object, known: string[]): void => {
  const given = Object.entries(options).filter(
    ([, value]) => value !== undefined && value !== null && value !== false,
  )
  const [flag] = given.flatMap(([name]) => (known.includes(name) && !accepted.has(name) ? [name] : []))
  if (flag === undefined) return
  throw new Error(
    `--${flag} has no effect on this service, which answers as API Gateway is set up to (infra/gateway/api.ts); ` +
      'leave it out.',
  )
}
