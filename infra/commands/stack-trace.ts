import {
  CloudFormationClient,
  DescribeStackResourceCommand,
  GetTemplateCommand,
} from '@aws-sdk/client-cloudformation'
import { S3Client } from '@aws-sdk/client-s3'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { defaultRegion, runCommand, targetOptions, UsageError } from '../cli/command.ts'
import { deploymentPrefix } from '../packaging/code-keys.ts'
import { filesIn, readableStack } from '../packaging/source-maps.ts'
import { packagedMaps, storedMaps, templateAt } from '../packaging/stored-maps.ts'

const service = 'enterprise-platform'

/** Returns the source maps of the code that is deployed on a stage, or was deployed at a time. */
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
Restores names, files and lines of a stack trace of packaged code. With a stage, it needs AWS credentials in the
environment; without, it uses the last "npm run package" on this machine, in .serverless.`

const options = { at: { type: 'string' }, ...targetOptions } as const

await runCommand({ usage, options }, async (values, _, progress) => {
  const { stage, region = defaultRegion, at } = values
  if (at !== undefined && Number.isNaN(Date.parse(at))) throw new UsageError('--at must be a time.')
  if (process.stdin.isTTY) process.stderr.write('Paste the stack trace, then press Enter and Ctrl-D.\n')
  const stack = await text(process.stdin)
  const files = filesIn(stack)
  if (files.length === 0) throw new Error('The input has no stack trace with files in /var/task.')
  progress.show('reading the source maps')
  const packaged = join(import.meta.dirname, '../../.serverless')
  const maps = stage ? await deployedMaps(stage, region, at, files) : packagedMaps(packaged, files)
  return readableStack(stack.trimEnd(), maps)
})
