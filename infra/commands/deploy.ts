import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { parseArgs } from 'node:util'
import { defaultRegion, defaultStage, runCommand, targetOptions } from '../cli/command.ts'
import { deployedParameters, findStack } from '../deployment/deployed-parameters.ts'
import { changeLines, requireChanges } from '../deployment/parameter-changes.ts'
import { keptDefaults, parameterOptions, parseParameters, type Parameters } from '../deployment/parameters.ts'
import { preflight } from '../deployment/preflight.ts'
import { prepareReception } from '../deployment/receipt-rules.ts'
import { functions } from '../functions/functions.ts'
import { requireOidcProviders } from '../functions/oidc.ts'
import { requireDocumentRoom } from '../functions/setting-documents.ts'
import { hashOriginSecrets, type OriginSecrets } from '../secrets/origin-secrets.ts'
import { runServerless } from '../deployment/serverless.ts'
import { ensureSecret } from '../secrets/stack-secrets.ts'
import { toStackName } from '../cli/stage.ts'
import type { TokenKeys } from '../secrets/token-keys.ts'
import { parseGroupLimits } from '../../src/models/group-limits.ts'
import { parseModels } from '../../src/models/configured-models.ts'
import { parseAppUrls } from '../../src/platform/http/app-urls.ts'

const usage = `npm run deploy -- [--stage ${defaultStage}] [--region ${defaultRegion}] [--param="<name>=<value>" …]
  [--confirm=<name> …]
Creates missing secrets, packages, and creates or updates the stack. It needs AWS credentials in the environment.
A missing parameter keeps its value in the stack; infra/template/settings.yml lists all parameters. An empty value
restores the default. Changes are printed before they are made. An irreversible change is refused unless --confirm
names its parameter; --confirm=receipt-rule-set lets the stack receive email. Before that, the command checks the
requirements of the account, and calls each Bedrock model once (infra/README.md, "A new account").
Other options go to "serverless deploy".`

const several = { type: 'string', multiple: true } as const

const options = { param: several, confirm: several, ...targetOptions }

/** Creates the missing secrets of the stack, and returns the template parameters that follow from its secrets. */
const secretParameters = async (
  client: SecretsManagerClient,
  stack: string,
  { 'with-distribution': withDistribution }: Parameters,
): Promise<Parameters> => {
  const [session, wopi] = (await Promise.all([
    ensureSecret(client, stack, 'session'),
    ensureSecret(client, stack, 'wopi'),
    ensureSecret(client, stack, 'cursor'),
    ensureSecret(client, stack, 'model'),
    ensureSecret(client, stack, 'webhook'),
  ])) as [TokenKeys, TokenKeys, ...unknown[]]
  const keys = { 'session-public-keys': session.public, 'wopi-public-keys': wopi.public }
  if (withDistribution !== 'yes') return keys
  const origin = (await ensureSecret(client, stack, 'origin')) as OriginSecrets
  return { ...keys, 'origin-secret-id': origin.current, 'origin-secret-hashes': hashOriginSecrets(origin) }
}

/**
 * Returns true if an earlier deployment has created the table: CloudFormation also lists resources that it rolled back.
 */
const hasTable = async (client: CloudFormationClient, StackName: string) => {
  for await (const page of paginateListStackResources({ client }, { StackName }))
    for (const { LogicalResourceId, ResourceStatus = '' } of page.StackResourceSummaries ?? [])
      if (LogicalResourceId === 'Table') return !/^(DELETE|CREATE_FAILED)/.test(ResourceStatus)
  return false
}

/** Returns the arguments for `serverless deploy` that this command does not read itself. */
const otherArguments = (): string[] =>
  parseArgs({ options, strict: false, tokens: true }).tokens.flatMap((token) => {
    if (token.kind === 'positional') return [token.value]
    if (token.kind === 'option-terminator' || token.name in options) return []
    return [token.value === undefined ? token.rawName : `${token.rawName}=${token.value}`]
  })

/**
 * Deploys a new stack twice: a protected table would survive the rollback of a failed creation, so its protection
 * follows in a second deployment (decision 0037).
 */
const deploy = (words: string[], isNew: boolean): void => {
  if (isNew) runServerless('deploy', ...words, '--param=table-protection=no')
  runServerless('deploy', ...words)
}

const requireSettings = (next: Parameters): void => {
  if (process.env['WEBHOOK_LOOPBACK'])
    throw new Error('WEBHOOK_LOOPBACK is a setting of the local service; unset it to deploy.')
  parseAppUrls(next['app-urls'] ?? '')
  const documents = {
    models: next['models'] ?? '[]',
    'group-limits': next['group-limits'] ?? '{}',
    'oidc-providers': next['oidc-providers'] ?? '[]',
  }
  parseModels(documents.models)
  parseGroupLimits(documents['group-limits'])
  requireOidcProviders(documents['oidc-providers'])
  requireDocumentRoom(documents)
}

/** Checks everything that can be known in advance, then deploys with the current parameters and public keys. */
await runCommand({ usage, options, strict: false }, async (values, _, progress) => {
  const { stage = defaultStage, region = defaultRegion, param = [], confirm = [] } = values
  const given = parseParameters(param)
  const stack = toStackName(stage)
  const all = Object.values(await functions(stage, given['worker-percent']))
  const client = new CloudFormationClient({ region })

  progress.show(`reading the stack ${stack} in ${region}`)
  const described = await findStack(client, stack)
  const today = deployedParameters(described)
  const next = { ...keptDefaults(), ...today, ...given }
  requireSettings(next)
  requireChanges(today, next, confirm)
  progress.show(`checking what ${stack} needs of the account`)
  const reserving = all.filter((one) => 'reservedConcurrency' in one).length
  for (const note of await preflight({ region, stack, next, reserving }, confirm)) progress.print(`${note}\n`)
  const beginReception = await prepareReception({ region, stack }, today, next, confirm)
  for (const line of today ? changeLines(today, next) : []) progress.print(`${line}\n`)

  progress.show(`reading the secrets of ${stack}`)
  const secretsManager = new SecretsManagerClient({ region })
  const secrets = await secretParameters(secretsManager, stack, next)
  // `--force` leaves the detection of changes to CloudFormation: after a rollback, osls takes the failed deployment for
  // the current one
  const target = ['--stage', stage, '--region', region]
  const words = ['--force', ...target, ...otherArguments(), ...parameterOptions({ ...next, ...secrets })]
  const isNew = !described || !(await hasTable(client, stack))
  progress.clear()
  deploy(words, isNew)
  await beginReception()
  return `${stack} is deployed.`
})
