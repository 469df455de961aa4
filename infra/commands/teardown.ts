import {
  CloudFormationClient,
  UpdateTerminationProtectionCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation'
import { defaultRegion, runCommand, targetOptions, UsageError } from '../cli/command.ts'
import { deployedParameters, findStack } from '../deployment/deployed-parameters.ts'
import { keptDefaults, parameterOptions } from '../deployment/parameters.ts'
import { endReception } from '../deployment/receipt-rules.ts'
import { runServerless } from '../deployment/serverless.ts'
import { secretIds } from '../secrets/stack-secrets.ts'
import { toStackName } from '../cli/stage.ts'
import { parseOidcProviders } from '../../src/auth/oidc/provider.ts'

const usage = `npm run teardown -- --stage <stage> --confirm <stack> [--region ${defaultRegion}]
Deletes the stack; it needs AWS credentials in the environment. Table, buckets and secrets stay;
infra/README.md explains how to delete or reuse them.`

/** Returns the names of the resources that outlive the stack: table, buckets and secrets. */
const retainedResources = (StackName: string, stack: Stack) => {
  const { Outputs = [] } = stack
  const names = Outputs.filter(({ OutputKey = '' }) => /^(Table|Bucket|AuditLockBucket)Name$/.test(OutputKey))
  const providers = parseOidcProviders(deployedParameters(stack)?.['oidc-providers'] ?? '[]')
  return [...names.map(({ OutputValue }) => OutputValue), ...secretIds(StackName, providers)].join(', ')
}

/** Returns the settings that a later deployment of the same table and buckets needs, as options. */
const settingOptions = (stack: Stack | undefined): string => {
  const defaults = keptDefaults()
  const changed = Object.entries(deployedParameters(stack) ?? {}).filter(
    ([name, value]) => defaults[name] !== value,
  )
  return parameterOptions(Object.fromEntries(changed))
    .map((option) => `\n  '${option}'`)
    .join('')
}

const options = { confirm: { type: 'string' }, ...targetOptions } as const

/** Ends the protection of the stack and deletes it; `--confirm` repeats its name. */
await runCommand({ usage, options }, async (values, _, progress) => {
  const { stage, region = defaultRegion, confirm } = values
  if (stage === undefined) throw new UsageError('--stage must name the deployment.')
  const StackName = toStackName(stage)
  if (confirm !== StackName)
    throw new UsageError(`--confirm must be ${StackName}: everything it runs stops at once.`)
  progress.show(`reading the stack ${StackName} in ${region}`)
  const client = new CloudFormationClient({ region })
  const stack = await findStack(client, StackName)
  if (!stack) throw new Error(`The stack ${StackName} does not exist.`)
  await client.send(new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection: false }))
  await endReception(region, StackName, deployedParameters(stack))
  progress.clear()
  runServerless('remove', '--stage', stage, '--region', region)
  const settings = settingOptions(stack)
  const deleted = `${StackName} is deleted. Kept: ${retainedResources(StackName, stack)}.`
  return settings === '' ? deleted : `${deleted}\nIt was deployed with${settings}`
})
