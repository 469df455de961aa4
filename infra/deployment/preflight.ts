import { APIGatewayClient, GetAccountCommand } from '@aws-sdk/client-api-gateway'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { parseOidcProviders } from '../../src/auth/oidc/provider.ts'
import { missingOidcSecrets } from '../secrets/stack-secrets.ts'
import { mailPoints } from './mail-points.ts'
import { modelPoints } from './model-points.ts'
import type { Parameters } from './parameters.ts'
import type { Point } from './point.ts'
import { signedGet } from './signed-get.ts'

interface Deployment {
  region: string
  stack: string
  next: Parameters
  /** Number of functions with the setting `reserved-concurrency`. */
  reserving: number
}

const logsRole =
  'API Gateway has no permission to write logs in this account and region yet: ' +
  'deploy once with --param="with-gateway-logs-role=yes".'

/**
 * Checks the account's role for logs: without it, CloudFormation fails late, at the stage of the API, and rolls
 * everything back.
 */
async function* logsRolePoints({ region, next }: Deployment): AsyncGenerator<Point> {
  if (next['with-gateway-logs-role'] === 'yes') return
  const { cloudwatchRoleArn } = await new APIGatewayClient({ region }).send(new GetAccountCommand())
  if (!cloudwatchRoleArn) yield { text: logsRole }
}

/** Checks the concurrency limit of Lambda; a new account has 10. */
async function* concurrencyPoints({ region, next, reserving }: Deployment): AsyncGenerator<Point> {
  const answer = await signedGet({ service: 'lambda', region }, '/2016-08-19/account-settings')
  const limit = (answer as { AccountLimit: { ConcurrentExecutions: number } }).AccountLimit
    .ConcurrentExecutions
  const reserved = reserving * Number(next['reserved-concurrency'] ?? 0)
  if (reserved > 0 && limit - reserved < 100)
    yield {
      text: `reserved-concurrency takes ${reserved} of ${limit}, and Lambda insists on 100 unreserved ones.`,
    }
  const text =
    `Lambda runs at most ${limit} functions at once in this account and region, which is too few: request ` +
    '1000 in Service Quotas (AWS Lambda, "Concurrent executions", L-B99A9384), which takes hours to days.'
  if (limit < 100) yield { text, confirm: 'concurrency' }
}

/**
 * Checks service-linked roles: these services create them at their first use, and CloudFormation does not wait for
 * this.
 */
async function* linkedRolePoints({ next }: Deployment): AsyncGenerator<Point> {
  const roles = { ecs: 'AWSServiceRoleForECS', elasticloadbalancing: 'AWSServiceRoleForElasticLoadBalancing' }
  for (const [service, RoleName] of next['wopi-server'] === 'yes' ? Object.entries(roles) : [])
    try {
      const query = { Action: 'GetRole', RoleName, Version: '2010-05-08' }
      await signedGet({ service: 'iam', region: 'us-east-1', host: 'iam' }, '/', query)
    } catch (error) {
      if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode !== 404)
        throw error
      const command = `aws iam create-service-linked-role --aws-service-name ${service}.amazonaws.com`
      yield { text: `wopi-server needs the role ${RoleName}: ${command}` }
    }
}

async function* secretPoints({ region, stack, next }: Deployment): AsyncGenerator<Point> {
  const providers = parseOidcProviders(next['oidc-providers'] ?? '[]')
  const text = await missingOidcSecrets(new SecretsManagerClient({ region }), stack, providers)
  if (text) yield { text }
}

/**
 * Checks all prerequisites of a deployment in the account, without changing anything. Throws an Error with all missing
 * ones that `confirmed` does not accept. Returns lines about the accepted ones, and about checks that the credentials
 * of the command do not allow.
 */
export const preflight = async (deployment: Deployment, confirmed: readonly string[]): Promise<string[]> => {
  const { region, next } = deployment
  const checks: [about: string, check: AsyncGenerator<Point>][] = [
    ['the role for logs', logsRolePoints(deployment)],
    ['the concurrency of Lambda', concurrencyPoints(deployment)],
    ['service-linked roles', linkedRolePoints(deployment)],
    ['secrets of single sign-on', secretPoints(deployment)],
    ['Amazon SES', mailPoints(region, next)],
    ...modelPoints(region, next['models']),
  ]
  const notes: string[] = []
  const points = await Promise.all(
    checks.map(([about, check]) =>
      Array.fromAsync(check).catch((error: unknown) => {
        if (!(error instanceof Error && '$metadata' in error)) throw error
        notes.push(`Not checked: ${about} (${error.name}: ${error.message.slice(0, 200)})`)
        return []
      }),
    ),
  )
  const refused = points.flat().flatMap(({ text, confirm }) => {
    if (confirm === undefined) return [text]
    if (!confirmed.includes(confirm)) return [`${text} --confirm=${confirm} deploys anyway.`]
    notes.push(`Accepted: ${text}`)
    return []
  })
  const title = 'The account is not ready for this deployment, and nothing was changed:'
  if (refused.length > 0) throw new Error([title, ...refused.map((line) => `- ${line}`)].join('\n'))
  return notes
}
