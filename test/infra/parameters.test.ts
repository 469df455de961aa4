import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { api } from '../../infra/gateway/api.ts'
import { parameterName } from '../../infra/deployment/parameters.ts'
import { functions } from '../../infra/functions/functions.ts'
import { queues } from '../../infra/events/queues.ts'
import { stackTags } from '../../infra/template/tags.ts'
import { resourceProperties, templateFile } from '../../infra/template/template.ts'

const { Parameters, Conditions } = templateFile('settings.yml')
const readme = readFileSync(join(import.meta.dirname, '../../infra/README.md'), 'utf8')
const noValue = { Ref: 'AWS::NoValue' }

/** Parameters that osls reads itself, before a template exists. */
const early = ['worker-percent', 'tags']

interface Definition {
  reservedConcurrency?: object
  events?: { sqs: { maximumConcurrency: number } }[]
}

const functionsWith = async (workerPercent?: string) =>
  Object.fromEntries(
    Object.entries<Definition | object>(await functions(undefined, workerPercent)),
  ) as Record<string, Definition>

const resourcesOf = (file: string, type: string) =>
  Object.values(templateFile(file).Resources).filter(({ Type }) => Type === type)

describe('every parameter', () => {
  test.each(Object.entries(Parameters))('%s takes its value from its own name', (name, { Default }) => {
    expect(Default).toMatch(new RegExp(`^\\$\\{param:${parameterName(name)}, '.*'\\}$`))
  })

  test('appears with its default and description in the table of settings, which contains no others', () => {
    const section = readme.slice(readme.indexOf('\n## Settings'), readme.indexOf('\n### Concurrency'))
    const rows = [...section.matchAll(/^\| `([a-z-]+)` +\| ([^|]*?) +\|(.*)\|$/gm)]
    const expected = Object.entries(Parameters).map(([name, { Default, Description }]) => [
      parameterName(name),
      /, '(.*)'/.exec(Default)?.[1],
      Description,
    ])

    expect(
      rows.map(([, name, value = '', meaning = '']) => [name, value.replaceAll('`', ''), meaning.trim()]),
    ).toEqual([
      ...expected,
      ['worker-percent', '100', expect.stringMatching(/^[A-Z]/)],
      ['tags', '', expect.stringMatching(/^[A-Z]/)],
    ])
  })

  test("excludes those that osls reads itself from the stack's", () => {
    expect(Object.keys(Parameters).map(parameterName)).not.toEqual(expect.arrayContaining(early))
  })
})

describe('limits', () => {
  test('apply to the gateway through parameters', async () => {
    const [settings] = (await api()).Resources['Stage']?.Properties.MethodSettings ?? []

    expect(settings).toMatchObject({
      ThrottlingRateLimit: { Ref: 'ThrottleRate' },
      ThrottlingBurstLimit: { Ref: 'ThrottleBurst' },
    })
  })

  test('reserve runs for sign-in and the dispatcher only if configured', async () => {
    const kept = Object.entries(await functionsWith()).filter(([, of]) => of.reservedConcurrency)

    const names = ['auth-create-oidc-token', 'auth-login', 'auth-refresh', 'dispatcher']
    expect(kept.map(([name]) => name).sort()).toEqual(names)
    for (const [, { reservedConcurrency }] of kept)
      expect(reservedConcurrency).toEqual({
        'Fn::If': ['HasReservedConcurrency', { Ref: 'ReservedConcurrency' }, noValue],
      })
    expect(Parameters['ReservedConcurrency']?.Default).toContain("'0'")
    expect(Conditions['HasReservedConcurrency']).toEqual({
      'Fn::Not': [{ 'Fn::Equals': [{ Ref: 'ReservedConcurrency' }, '0'] }],
    })
  })

  test.each([
    [undefined, 10, 200],
    ['50', 5, 100],
    ['500', 50, 1_000],
    ['1', 2, 2],
  ])("on workers scale by %s percent, within Lambda's range", async (percent, usual, replies) => {
    const all = await functionsWith(percent)
    const shareOf = (name: string) => all[name]?.events?.[0]?.sqs.maximumConcurrency

    expect([shareOf('queue-jobs'), shareOf('queue-replies')]).toEqual([usual, replies])
  })

  test.each(['0', '501', 'half', ''])('on workers cannot scale by "%s" percent', async (percent) => {
    await expect(functionsWith(percent)).rejects.toThrow(
      'worker-percent must be a whole number from 1 to 500',
    )
  })
})

describe('tags', () => {
  test('consist of the service, the stage and configured ones', () => {
    expect(stackTags('prod', 'cost-center=42,owner=it')).toEqual({
      service: 'enterprise-platform',
      stage: 'prod',
      'cost-center': '42',
      owner: 'it',
    })
    expect(stackTags('dev', '')).toEqual({ service: 'enterprise-platform', stage: 'dev' })
  })

  test.each(['owner', '=it', 'aws:x=1', 'a=<b>'])('"%s" throws', (given) => {
    expect(() => stackTags('dev', given)).toThrow(`"${given}" is not a tag`)
  })
})

describe("a company's own resources", () => {
  const key = { Ref: 'KmsKeyArn' }

  test('a key encrypts table, bucket, logs and the queues that AWS does not fill, only by functions', async () => {
    const [table] = resourcesOf('table.yml', 'AWS::DynamoDB::Table')
    const [bucket] = resourcesOf('bucket.yml', 'AWS::S3::Bucket')
    const { UploadsQueue, MailEventsQueue, ...others } = queues().Resources as Record<
      string,
      { Type: string; Properties: object }
    >
    const made = Object.values(others)
    const { PolicyDocument } = resourceProperties<{ PolicyDocument: { Statement: object[] } }>(
      templateFile('roles.yml'),
      'FunctionPolicy',
    )

    expect(table?.Properties).toMatchObject({
      SSESpecification: { 'Fn::If': ['HasKmsKey', { KMSMasterKeyId: key }, expect.anything()] },
    })
    expect(JSON.stringify(bucket?.Properties?.['BucketEncryption'])).toContain(
      '"KMSMasterKeyID":{"Ref":"KmsKeyArn"}',
    )
    for (const { Properties } of made.filter(({ Type }) => Type === 'AWS::SQS::Queue'))
      expect(Properties).toMatchObject({
        SqsManagedSseEnabled: { 'Fn::If': ['HasKmsKey', false, true] },
        KmsMasterKeyId: { 'Fn::If': ['HasKmsKey', key, noValue] },
      })
    // the key's policy may not admit S3 and SNS (decisions 0028 and 0058)
    for (const queue of [UploadsQueue, MailEventsQueue])
      expect(queue?.Properties).toMatchObject({ SqsManagedSseEnabled: true })
    for (const { Properties } of resourcesOf('logs.yml', 'AWS::Logs::LogGroup'))
      expect(Properties?.['KmsKeyId']).toEqual({ 'Fn::If': ['HasKmsKey', key, noValue] })
    expect(PolicyDocument.Statement.at(-1)).toEqual({
      'Fn::If': [
        'HasKmsKey',
        expect.objectContaining({
          Resource: key,
          Condition: {
            StringEquals: {
              'kms:ViaService': ['dynamodb', 's3', 'sqs'].map((service) => ({
                'Fn::Sub': `${service}.\${AWS::Region}.amazonaws.com`,
              })),
            },
          },
        }),
        noValue,
      ],
    })
  })

  test('a permissions boundary applies to every role', () => {
    const roles = resourcesOf('roles.yml', 'AWS::IAM::Role')

    expect(roles.length).toBeGreaterThan(9)
    for (const { Properties } of roles)
      expect(Properties?.['PermissionsBoundary']).toEqual({
        'Fn::If': ['HasPermissionsBoundary', { Ref: 'PermissionsBoundaryArn' }, noValue],
      })
  })

  test('a web ACL protects the distribution, or otherwise the stage', () => {
    const [association] = resourcesOf('domain.yml', 'AWS::WAFv2::WebACLAssociation')
    const [distribution] = resourcesOf('domain.yml', 'AWS::CloudFront::Distribution')

    expect(association?.Condition).toBe('HasRegionalWebAcl')
    expect(association?.Properties).toMatchObject({ WebACLArn: { Ref: 'WebAclArn' } })
    expect(distribution?.Properties).toMatchObject({
      DistributionConfig: { WebACLId: { 'Fn::If': ['HasWebAcl', { Ref: 'WebAclArn' }, noValue] } },
    })
  })
})

test('assistant-caution reaches the functions that write replies, and no others', async () => {
  const all = Object.entries(await functions()) as [string, { environment?: Record<string, unknown> }][]
  const told = all.filter(([, { environment = {} }]) => 'ASSISTANT_CAUTION' in environment)

  expect(told.map(([name]) => name).sort()).toEqual(['chats-create-message', 'queue-replies'])
  for (const [, { environment }] of told)
    expect(environment?.['ASSISTANT_CAUTION']).toEqual({ Ref: 'AssistantCaution' })
})
