import { APIGatewayClient, GetAccountCommand } from '@aws-sdk/client-api-gateway'
import {
  CloudFormationClient,
  CloudFormationServiceException,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { defaultRegion, defaultStage, runCommand, targetOptions } from './command.ts'
import { functions } from './functions.ts'
import { hashesOf, type OriginSecrets } from './origin-secrets.ts'
import { runServerless } from './serverless.ts'
import { ensureSecret } from './stack-secrets.ts'
import { stackOf } from './stage.ts'
import type { TokenKeys } from './token-keys.ts'
import { parseAppUrls } from '../src/platform/http/app-urls.ts'

const usage = `npm run deploy -- [--stage ${defaultStage}] [--region ${defaultRegion}] [--param="<name>=<value>" …]
Creates missing secrets, packages, and creates or updates the stack. It needs AWS credentials in the environment.
infra/settings.yml lists the parameters. Other options go to "serverless deploy".`

const isGiven = (parameter: string) => process.argv.some((option) => option.endsWith(parameter))

/** Without it the deployment fails late, at the stage of the API, and takes everything back. */
const requireGatewayLogsRole = async (region: string) => {
  if (isGiven('with-gateway-logs-role=yes')) return
  const { cloudwatchRoleArn } = await new APIGatewayClient({ region }).send(new GetAccountCommand())
  if (!cloudwatchRoleArn)
    throw new Error(
      'API Gateway cannot write logs in this account and region yet: ' +
        'deploy once with --param="with-gateway-logs-role=yes".',
    )
}

/** Makes the stack's secrets if there are none. Gives what the template is told of them. */
const secretParameters = async (client: SecretsManagerClient, stack: string) => {
  const [session, wopi] = (await Promise.all([
    ensureSecret(client, stack, 'session'),
    ensureSecret(client, stack, 'wopi'),
    ensureSecret(client, stack, 'cursor'),
    ensureSecret(client, stack, 'model'),
  ])) as [TokenKeys, TokenKeys, unknown, unknown]
  const keys = [`--param=session-public-keys=${session.public}`, `--param=wopi-public-keys=${wopi.public}`]
  if (!isGiven('with-distribution=yes')) return keys
  const origin = (await ensureSecret(client, stack, 'origin')) as OriginSecrets
  return [
    ...keys,
    `--param=origin-secret-id=${origin.current}`,
    `--param=origin-secret-hashes=${hashesOf(origin)}`,
  ]
}

/** Whether a deployment has succeeded in making the table: what CloudFormation has taken back it still lists. */
const hasTable = async (region: string, StackName: string) => {
  const client = new CloudFormationClient({ region })
  try {
    for await (const page of paginateListStackResources({ client }, { StackName }))
      for (const { LogicalResourceId, ResourceStatus = '' } of page.StackResourceSummaries ?? [])
        if (LogicalResourceId === 'Table') return !/^(DELETE|CREATE_FAILED)/.test(ResourceStatus)
  } catch (error) {
    // there is no such stack
    if (!(error instanceof CloudFormationServiceException && error.name === 'ValidationError')) throw error
  }
  return false
}

/** Throws when the patterns of the client's addresses are none, as the functions would. */
const requireAppUrls = () => {
  const option = process.argv.find((one) => /^(?:--param=)?app-urls=/.test(one))
  parseAppUrls(option?.replace(/^.*?app-urls=/, '') ?? '')
}

/** Checks what can be known before, and deploys with the public keys of today. */
await runCommand({ usage, options: targetOptions, strict: false }, async (values, _, progress) => {
  const { stage = defaultStage, region = defaultRegion } = values
  requireAppUrls()
  progress.show(`checking the account in ${region}`)
  await functions(stage)
  await requireGatewayLogsRole(region)
  const stack = stackOf(stage)
  progress.show(`reading the secrets of ${stack}`)
  const secrets = await secretParameters(new SecretsManagerClient({ region }), stack)
  // what is changed CloudFormation finds out: after a rollback osls takes what failed for what is deployed
  const given = ['--force', ...process.argv.slice(2), ...secrets]
  // a protected table would outlive the rollback of its making, so it is protected once all is there
  const isNew = !(await hasTable(region, stack))
  progress.clear()
  if (isNew) runServerless('deploy', ...given, '--param=table-protection=no')
  runServerless('deploy', ...given)
  return `${stack} is deployed.`
})
