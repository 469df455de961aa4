import {
  CloudFormationClient,
  CreateStackCommand,
  DescribeStacksCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation'
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { deepStrictEqual, strictEqual } from 'node:assert'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../infra/local/machine/free-port.ts'
import { functionsIn, packagedTemplate, stackName } from './artifacts-template.ts'

/**
 * Deploys the output of `npm run package` to moto's emulation of CloudFormation, and checks that every resource that
 * moto supports is created; if moto is not installed, prints this and does nothing. cfn-lint and the tests of the
 * template cover the other resources.
 */

/**
 * Resource types that moto's CloudFormation cannot create, or creates without an ID; of an API it creates only the
 * frame, without the contents of its document.
 */
const unknown = [
  'AWS::ApiGateway::Account',
  'AWS::ApiGateway::BasePathMapping',
  'AWS::ApiGateway::Deployment',
  'AWS::ApiGateway::DomainName',
  'AWS::ApiGateway::Stage',
  'AWS::CloudFront::Distribution',
  'AWS::CloudWatch::Alarm',
  'AWS::Lambda::Permission',
  'AWS::Logs::MetricFilter',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::Subscription',
  'AWS::SQS::QueuePolicy',
  'AWS::SecretsManager::Secret',
]

const artifacts = 'artifacts'

/** Returns true for list members that depend on an unset setting: CloudFormation omits them, moto makes them null. */
const isOptional = (value: unknown) => {
  const [, , otherwise] = (value as { 'Fn::If'?: unknown[] } | null)?.['Fn::If'] ?? []
  return (otherwise as { Ref?: string } | undefined)?.Ref === 'AWS::NoValue'
}

const withoutOptional = (template: string): string =>
  JSON.stringify(JSON.parse(template), (_, value: unknown) =>
    Array.isArray(value) ? value.filter((member) => !isOptional(member)) : value,
  )

/** Returns the template with only the resources that moto supports; references to others become their IDs. */
const reduced = (template: ReturnType<typeof packagedTemplate>) => {
  const resources = Object.entries(template.Resources)
  const others = resources.filter(([, { Type }]) => unknown.includes(Type)).map(([id]) => id)
  const known = resources.filter(([id]) => !others.includes(id))
  return {
    ...template,
    Parameters: {
      ...template.Parameters,
      ...Object.fromEntries(others.map((id) => [id, { Type: 'String', Default: id }])),
      ServerlessDeploymentBucket: { Type: 'String', Default: artifacts },
    },
    Resources: Object.fromEntries(known.filter(([id]) => id !== 'ServerlessDeploymentBucket')),
    Outputs: {},
  }
}

const startMoto = async () => {
  const port = await freePort()
  const moto = spawn('python3', ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)], {
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    )
  const deadline = Date.now() + 30_000
  while (!(await answers())) {
    if (moto.exitCode !== null || Date.now() > deadline) throw new Error('moto did not start.')
    await sleep(100)
  }
  const stop = async () => {
    moto.kill()
    await once(moto, 'exit')
  }
  return { url, stop }
}

/** Deploys the template, and returns a line about the created resources. Throws if an expected one is missing. */
const deploy = async (endpoint: string) => {
  const place = {
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  }
  const template = packagedTemplate()
  const s3 = new S3Client({ ...place, forcePathStyle: true })
  const put = (Key: string, Body: Buffer | string) =>
    s3.send(new PutObjectCommand({ Bucket: artifacts, Key, Body }))
  await s3.send(new CreateBucketCommand({ Bucket: artifacts }))
  for (const [id, { file }] of functionsIn(template))
    await put(template.Resources[id]?.Properties.Code.S3Key, readFileSync(file))
  const given = reduced(template)
  await put('template.json', withoutOptional(JSON.stringify(given)))

  const client = new CloudFormationClient(place)
  await client.send(
    new CreateStackCommand({
      StackName: stackName,
      TemplateURL: `https://${artifacts}.s3.amazonaws.com/template.json`,
      Capabilities: ['CAPABILITY_NAMED_IAM'],
    }),
  )
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stackName }))
  strictEqual(Stacks?.[0]?.StackStatus, 'CREATE_COMPLETE')
  const made = new Set<string | undefined>()
  for await (const page of paginateListStackResources({ client }, { StackName: stackName }))
    for (const { LogicalResourceId, PhysicalResourceId } of page.StackResourceSummaries ?? [])
      if (PhysicalResourceId) made.add(LogicalResourceId)
  // resources with a condition depend on unset settings
  const expected = Object.entries(given.Resources).filter(([, resource]) => !('Condition' in resource))
  deepStrictEqual(
    expected.map(([id]) => id).filter((id) => !made.has(id)),
    [],
    'Some resources were not created.',
  )
  const all = Object.keys(template.Resources).length
  return `${expected.length} of ${all} resources were created; the others have conditions or moto does not know them\n`
}

const run = async () => {
  const { url, stop } = await startMoto()
  try {
    return await deploy(url)
  } finally {
    await stop()
  }
}

const isThere = spawnSync('python3', ['-c', 'import moto.server, flask']).status === 0
process.stdout.write(
  isThere ? await run() : 'skipped: moto is not installed on this machine (pip install "moto[server]")\n',
)
