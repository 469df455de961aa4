import {
  CloudFormationClient,
  DescribeStacksCommand,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation'
import { defaultRegion, runCommand } from './command.ts'
import { runServerless } from './serverless.ts'
import { secretIdOf, secretKinds, type SecretKind } from './stack-secrets.ts'
import { stackOf } from './stage.ts'

const usage = `npm run teardown -- --stage <stage> --confirm <stack> [--region ${defaultRegion}]
Deletes the stack. Table, bucket and secrets stay; infra/README.md explains how to delete or reuse them.`

/** What outlives the stack: table and bucket by their names, and the secrets. */
const keptOf = async (client: CloudFormationClient, StackName: string) => {
  const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName }))
  const outputs = (Stacks[0]?.Outputs ?? []).filter(({ OutputKey = '' }) =>
    /^(Table|Bucket)Name$/.test(OutputKey),
  )
  const secrets = (Object.keys(secretKinds) as SecretKind[]).map((kind) => secretIdOf(StackName, kind))
  return [...outputs.map(({ OutputValue }) => OutputValue), ...secrets]
}

/** Ends the protection of the stack and deletes it; `--confirm` repeats its name. */
await runCommand({ usage, options: { confirm: { type: 'string' } } }, async (values) => {
  const { stage, region = defaultRegion, confirm } = values
  if (stage === undefined) throw new Error('--stage must name the deployment.')
  const StackName = stackOf(stage)
  if (confirm !== StackName)
    throw new Error(`--confirm must be ${StackName}: everything it runs stops at once.`)
  const client = new CloudFormationClient({ region })
  const kept = await keptOf(client, StackName)
  await client.send(new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection: false }))
  runServerless('remove', '--stage', stage, '--region', region)
  return `${StackName} is deleted. What stays: ${kept.join(', ')}.`
})
