/** What `serverless offline` can be told and our service does, and what it does anyway. */
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
 * Throws one sentence that names a flag of serverless-offline (`known`) that is given and has no effect here, since
 * requests go to a listener of our own.
 */
export const requireEffect = (options: object, known: string[]): void => {
  const given = Object.entries(options).filter(
    ([, value]) => value !== undefined && value !== null && value !== false,
  )
  const [flag] = given.flatMap(([name]) => (known.includes(name) && !accepted.has(name) ? [name] : []))
  if (flag === undefined) return
  throw new Error(
    `--${flag} has no effect on this service, which answers as API Gateway is set up to (infra/api.ts); leave it out.`,
  )
}
