import {
  CloudFormationClient,
  DescribeStackResourceCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation'
import { S3Client } from '@aws-sdk/client-s3'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { defaultRegion, runCommand } from './command.ts'
import { deploymentPrefix } from './packaging/code-keys.ts'
import { filesIn, readableStack } from './packaging/source-maps.ts'
import { packagedMaps, storedMaps, templateAt } from './packaging/stored-maps.ts'

const service = 'enterprise-platform'

/** The maps of what is deployed on a stage, or was at a time. */
const deployedMaps = async (stage: string, region: string, at: string | undefined, files: string[]) => {
  const StackName = `${service}-${stage}`
  const client = new CloudFormationClient({ region })
  const s3 = new S3Client({ region })
  const { StackResourceDetail } = await client.send(
    new DescribeStackResourceCommand({ StackName, LogicalResourceId: 'ServerlessDeploymentBucket' }),
  )
  const bucket = StackResourceDetail?.PhysicalResourceId
  if (!bucket) throw new Error(`The stack ${StackName} has no deployment bucket.`)
  const current = async () => (await client.send(new GetTemplateCommand({ StackName }))).TemplateBody ?? '{}'
  const before = (time: string) => templateAt(s3, bucket, deploymentPrefix(stage), Date.parse(time))
  return storedMaps(s3, bucket, at === undefined ? await current() : await before(at), files)
}

const usage = `npm run stack-trace -- [--stage <stage>] [--at 2026-01-31T12:00Z] [--region ${defaultRegion}] < stack.txt
Without a stage, it uses the last "npm run package" on this machine.`

/** Prints a stack trace of the log with the places in the sources. */
await runCommand({ usage, options: { at: { type: 'string' } } }, async (values) => {
  const { stage, region = defaultRegion, at } = values
  if (at !== undefined && Number.isNaN(Date.parse(at))) throw new Error('--at must be a time.')
  const stack = await text(process.stdin)
  const files = filesIn(stack)
  if (files.length === 0) throw new Error('The input has no stack trace with files in /var/task.')
  const packaged = join(import.meta.dirname, '../.serverless')
  const maps = stage ? await deployedMaps(stage, region, at, files) : packagedMaps(packaged, files)
  return readableStack(stack.trimEnd(), maps)
})
