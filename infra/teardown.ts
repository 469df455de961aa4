import {
  CloudFormationClient,
  DescribeStacksCommand,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation'
import { defaultRegion, runCommand, targetOptions, UsageError } from './command.ts'
import { runServerless } from './serverless.ts'
import { secretIdOf, secretKinds, type SecretKind } from './stack-secrets.ts'
import { stackOf } from './stage.ts'

const usage = `npm run teardown -- --stage <stage> --confirm <stack> [--region ${defaultRegion}]
Deletes the stack; it needs AWS credentials in the environment. Table, buckets and secrets stay;
infra/README.md explains how to delete or reuse them.`

/** What outlives the stack: table and buckets by their names, and the secrets. */
const keptOf = async (client: CloudFormationClient, StackName: string) => {
  const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName }))
  const outputs = (Stacks[0]?.Outputs ?? []).filter(({ OutputKey = '' }) =>
    /^(Table|Bucket|AuditLockBucket)Name$/.test(OutputKey),
  )
  const secrets = (Object.keys(secretKinds) as SecretKind[]).map((kind) => secretIdOf(StackName, kind))
  return [...outputs.map(({ OutputValue }) => OutputValue), ...secrets]
}

const options = { confirm: { type: 'string' }, ...targetOptions } as const

/** Ends the protection of the stack and deletes it; `--confirm` repeats its name. */
await runCommand({ usage, options }, async (values, _, progress) => {
  const { stage, region = defaultRegion, confirm } = values
  if (stage === undefined) throw new UsageError('--stage must name the deployment.')
  const StackName = stackOf(stage)
  if (confirm !== StackName)
    throw new UsageError(`--confirm must be ${StackName}: everything it runs stops at once.`)
  progress.show(`reading the stack ${StackName} in ${region}`)
  const client = new CloudFormationClient({ region })
  const kept = await keptOf(client, StackName)
  await client.send(new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection: false }))
  progress.clear()
  runServerless('remove', '--stage', stage, '--region', region)
  return `${StackName} is deleted. What stays: ${kept.join(', ')}.`
})
