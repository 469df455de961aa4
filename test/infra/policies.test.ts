import { build } from 'esbuild'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packaged } from '../../esbuild.config.ts'
import { loadEndpoints } from '../../infra/generation/endpoints.ts'
import { functionPolicies } from '../../infra/functions/function-policies.ts'
import { functions } from '../../infra/functions/functions.ts'
import { composeTemplate, resourceProperties, type Template } from '../../infra/template/template.ts'
import { wopiServerCode } from '../../infra/template/wopi-server.ts'
import { queueNames, queueSpec } from '../../src/platform/events/queues.ts'
import { policiesOf } from '../support/policies.ts'

const template = await composeTemplate()
const prod = policiesOf(template, 'enterprise-platform-prod')

const table = prod.arnOf('Table')
const index = `${table}/index/gsi1`
const file = `${prod.arnOf('Bucket')}/files/1/2`

const who = (action: string, resource: string) =>
  prod.roles.filter((role) => prod.may(role, action, resource)).sort()

/** Returns every role that reads the table. */
const all = () => [...withFiles, ...withoutFiles].sort()
const withFiles = ['ChatsRole', 'FilesRole', 'FileworkerRole', 'WopiRole', 'WopiServerRole']
const withoutFiles = [
  'DispatcherRole',
  'LoginRole',
  'ReaderRole',
  'RecorderRole',
  'ScannerRole',
  'ViewerRole',
  'WorkerRole',
  'WriterRole',
]
const writers = all().filter((role) => !['ReaderRole', 'RecorderRole', 'ViewerRole'].includes(role))
interface Definition {
  role: { 'Fn::Sub': string }
  environment: object
}
const definitions = Object.entries<object>(await functions()) as [name: string, Definition][]
/** Sign-in and document editing write only in transactions. */
const batchWriters = writers.filter((role) => !['LoginRole', 'WopiRole', 'WopiServerRole'].includes(role))
const serverCode = (await wopiServerCode('prod')).key

describe('exclusive permissions', () => {
  test.each([
    ['secretsmanager:GetSecretValue', prod.secret('session'), ['LoginRole']],
    ['secretsmanager:GetSecretValue', prod.secret('wopi'), ['WopiRole']],
    ['secretsmanager:GetSecretValue', prod.secret('model'), ['ChatsRole']],
    ['secretsmanager:GetSecretValue', prod.secret('cursor'), []],
    ['secretsmanager:GetSecretValue', prod.secret('webhook'), []],
    ['secretsmanager:PutSecretValue', prod.secret('session'), []],
    ['dynamodb:Query', table, all()],
    ['dynamodb:Query', index, all()],
    ['dynamodb:PutItem', table, writers],
    ['dynamodb:BatchWriteItem', table, batchWriters],
    ['dynamodb:Scan', table, ['ScannerRole']],
    ['dynamodb:DeleteTable', table, []],
    ['dynamodb:GetRecords', prod.arnOf('Table', 'StreamArn'), ['DispatcherRole', 'RecorderRole']],
    ['s3:GetObject', file, [...withFiles, 'ViewerRole'].sort()],
    ['s3:PutObject', file, withFiles],
    ['s3:GetObject', `arn:aws:s3:::enterprise-platform-prod-deployments/${serverCode}`, ['WopiServerRole']],
    ['s3:DeleteObject', file, ['FileworkerRole']],
    ['s3:DeleteObjectVersion', file, []],
    ['s3:GetObject', `${prod.arnOf('Bucket')}/elsewhere/1`, []],
    [
      'sqs:SendMessage',
      prod.queue('notifications'),
      ['ChatsRole', 'DispatcherRole', 'FileworkerRole', 'RecorderRole', 'ScannerRole', 'WorkerRole'],
    ],
    ['lambda:InvokeFunction', prod.lambda('wiki-read-page'), ['ApiRole']],
    ['iam:PassRole', '*', []],
    ['logs:CreateLogGroup', '*', []],
  ])('allow %s on %s only to the listed roles', (action, resource, roles) => {
    expect(who(action, resource)).toEqual(roles)
  })
})

describe('restricted permissions', () => {
  test.each(queueNames)('let only the role of its workers receive from the queue %s', (name) => {
    const { profile = 'worker' } = queueSpec(name)

    expect(who('sqs:ReceiveMessage', prod.queue(name))).toEqual([
      `${profile.charAt(0).toUpperCase()}${profile.slice(1)}Role`,
    ])
  })

  test.each([
    ['cursor', 'CURSOR_SECRET_ID', 20],
    ['webhook', 'WEBHOOK_SECRET_ID', 3],
  ] as const)('let only functions that need them read the keys of the kind %s', (kind, variable, least) => {
    const mayRead = definitions.filter(([name, { role }]) =>
      prod.may(role['Fn::Sub'].slice(2, -5), 'secretsmanager:GetSecretValue', prod.secret(kind), {
        'lambda:SourceFunctionArn': prod.lambda(name),
      }),
    )
    const have = definitions.filter(([, { environment }]) => variable in environment)

    expect(mayRead.map(([name]) => name)).toEqual(have.map(([name]) => name))
    expect(have.length).toBeGreaterThanOrEqual(least)
  })

  test('let only the overview and the dispatcher’s role count dead letters', () => {
    const queue = prod.queue('notices-dead')
    const mayCount = definitions.filter(([name, { role }]) =>
      prod.may(role['Fn::Sub'].slice(2, -5), 'sqs:GetQueueAttributes', queue, {
        'lambda:SourceFunctionArn': prod.lambda(name),
      }),
    )

    expect(mayCount.map(([name]) => name)).toEqual(['overview-read-overview', 'dispatcher', 'scheduler'])
  })

  test('fit into a managed policy (IAM, "IAM and AWS STS quotas")', () => {
    const { PolicyDocument } = resourceProperties<{ PolicyDocument: object }>(template, 'PagingPolicy')
    const names = JSON.stringify(PolicyDocument)
      .replaceAll(/\{"Fn::Sub":("[^"]*")\}/g, '$1')
      .replaceAll('${AWS::StackName}', `enterprise-platform-${'x'.repeat(16)}`)
      .replaceAll('${AWS::Partition}', 'aws')
      .replaceAll('${AWS::Region}', 'ap-southeast-1')
      .replaceAll('${AWS::AccountId}', '123456789012')

    expect(names.length).toBeLessThan(6_144)
  })

  test('include batches, which the code of sign-in does not contain', async () => {
    const login = (await loadEndpoints()).filter(({ spec }) => spec.profile === 'login')
    const { metafile } = await build({
      ...packaged,
      entryPoints: login.map(({ file }) => file),
      absWorkingDir: join(import.meta.dirname, '../..'),
      outdir: 'unwritten',
      write: false,
      metafile: true,
    })

    const sources = Object.values(metafile.outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([source, { bytesInOutput }]) => (bytesInOutput > 0 ? [source] : [])),
    )
    expect(sources).toContain('src/platform/table/client.ts')
    expect(sources).not.toContain('src/platform/table/batch/batch-write.ts')
  })
})

describe('Bedrock models', () => {
  const anyRegion = 'arn:aws:bedrock:us-east-1:'
  const account = '123456789012'
  const limits = { context_window: 8_000, max_output_tokens: 1_000 }
  const policiesWith = async (...names: string[]) => {
    const models = names.map((model, n) => ({
      id: `m${n}`,
      name: 'M',
      provider: 'bedrock',
      model,
      ...limits,
    }))
    const { Resources } = await functionPolicies(JSON.stringify(models))
    return policiesOf(
      { ...template, Resources: { ...template.Resources, ...Resources } },
      'enterprise-platform-prod',
    )
  }

  test.each([
    ['amazon.nova-pro-v1:0', `:foundation-model/amazon.nova-pro-v1:0`],
    ['eu.anthropic.claude-4', `:foundation-model/anthropic.claude-4`],
    ['eu.anthropic.claude-4', `${account}:inference-profile/eu.anthropic.claude-4`],
    [
      `arn:aws:bedrock:us-east-1:${account}:inference-profile/us.meta.llama4`,
      ':foundation-model/meta.llama4',
    ],
    [
      `arn:aws:bedrock:us-east-1:${account}:application-inference-profile/a1`,
      `${account}:application-inference-profile/a1`,
    ],
    [`arn:aws:bedrock:us-east-1:${account}:provisioned-model/p1`, `${account}:provisioned-model/p1`],
  ])('permit calls of %s as %s', async (model, resource) => {
    const { may, roles } = await policiesWith(model)

    const asking = roles.filter((role) => may(role, 'bedrock:InvokeModel', anyRegion + resource))
    expect(asking).toEqual(['ChatsRole'])
  })

  test('permit no calls of models that the setting does not contain', async () => {
    const { may } = await policiesWith('eu.anthropic.claude-4')
    const other = `${anyRegion}:foundation-model/amazon.nova-pro-v1:0`

    expect(may('ChatsRole', 'bedrock:InvokeModel', other)).toBe(false)
    expect(who('bedrock:InvokeModel', other)).toEqual([])
  })
})

describe('history', () => {
  const writesOn =
    (...keys: string[]) =>
    (action: string) =>
      prod.roles.filter((role) => prod.may(role, action, table, { 'dynamodb:LeadingKeys': keys })).sort()
  const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'].map((name) => `dynamodb:${name}`)
  const partiql = ['PartiQLInsert', 'PartiQLUpdate', 'PartiQLDelete'].map((name) => `dynamodb:${name}`)
  const entry = 'history#wiki_page#1'

  test('accepts entries from the recorder only, and no role can change or remove them', () => {
    expect(writes.map(writesOn(entry))).toEqual([['RecorderRole'], [], [], []])
    expect(partiql.map(writesOn(entry))).toEqual([[], [], []])
  })

  test('accepts no entry in one call with other items', () => {
    expect(writes.map(writesOn('page#1', entry))).toEqual([[], [], [], []])
  })

  test('stores former states, which the recorder puts and others remove', () => {
    const former = 'former#page#1'

    expect(writes.map(writesOn(former))).toEqual([
      [...writers, 'RecorderRole'].sort(),
      writers,
      writers,
      batchWriters,
    ])
  })

  test('consists of everything that the recorder can write', () => {
    expect(writes.map(writesOn('page#1'))).toEqual([writers, writers, writers, batchWriters])
    expect(prod.may('RecorderRole', 'dynamodb:PutItem', table)).toBe(false)
  })
})

describe('the copies of history', () => {
  const bucket = prod.arnOf('AuditLockBucket')
  const copy = `${bucket}/days/2026-01-31.jsonl.gz`
  const everything = { Effect: 'Allow', Action: '*', Resource: '*' }
  const Properties = { Policies: [{ PolicyDocument: { Statement: [everything] } }] }
  const Administrator = { Type: 'AWS::IAM::Role', Properties }
  const withAdministrator = policiesOf(
    { ...template, Resources: { ...template.Resources, Administrator } },
    'enterprise-platform-prod',
  )
  const mayPut = (role: string, context = {}) => withAdministrator.may(role, 's3:PutObject', copy, context)
  const whereNothingIs = { 's3:if-none-match': '*' }

  test('accept writes from their function only, not even from an administrator, and only for new objects', () => {
    const putting = withAdministrator.roles.filter((role) => mayPut(role, whereNothingIs))

    expect(putting).toEqual(['AuditLockRole'])
    expect(mayPut('AuditLockRole')).toBe(false)
  })

  test('cannot be hidden behind a delete marker by anybody', () => {
    expect(withAdministrator.may('Administrator', 's3:GetObject', copy)).toBe(true)
    expect(withAdministrator.may('Administrator', 's3:DeleteObject', copy)).toBe(false)
  })

  test.each([
    's3:BypassGovernanceRetention',
    's3:DeleteObject',
    's3:DeleteObjectVersion',
    's3:PutBucketObjectLockConfiguration',
    's3:PutBucketPolicy',
    's3:PutLifecycleConfiguration',
    's3:PutObjectLegalHold',
    's3:PutObjectRetention',
  ])('deny every function %s', (action) => {
    expect([...who(action, copy), ...who(action, bucket)]).toEqual([])
  })

  test('can be read and listed by their function only', () => {
    expect([who('s3:GetObject', copy), who('s3:ListBucket', bucket)]).toEqual([
      ['AuditLockRole'],
      ['AuditLockRole'],
    ])
  })

  test('contain only history', () => {
    const mayRead = (key: string) =>
      prod.may('AuditLockRole', 'dynamodb:Query', `${table}/index/gsi2`, { 'dynamodb:LeadingKeys': [key] })

    expect([mayRead('history#2026-01-31'), mayRead('users')]).toEqual([true, false])
    expect(prod.may('AuditLockRole', 'dynamodb:Query', table)).toBe(false)
  })
})

describe('the sender of emails', () => {
  const mailFrom = (Default: string) => {
    const MailFrom = { Type: 'String', Description: '', Default }
    const mailing = policiesOf({ ...template, Parameters: { ...template.Parameters, MailFrom } }, 'prod')
    const own = { 'lambda:SourceFunctionArn': mailing.lambda('queue-mails') }
    return (from: string, context = own) =>
      mailing.roles.filter((role) =>
        mailing.may(role, 'ses:SendEmail', 'arn:aws:ses:eu-central-1:123456789012:identity/ada@example.org', {
          'ses:FromAddress': from,
          ...context,
        }),
      )
  }

  test.each(['no-reply@Example.com', 'The Platform <no-reply@Example.com>'])(
    'uses only the address of "%s", regardless of the identity that SES checks',
    (setting) => {
      const sending = mailFrom(setting)

      expect(
        ['no-reply@example.com', 'ceo@example.com', 'The Platform '].map((from) => sending(from)),
      ).toEqual([['WorkerRole'], [], []])
      expect(
        sending('no-reply@example.com', { 'lambda:SourceFunctionArn': prod.lambda('queue-index') }),
      ).toEqual([])
    },
  )

  test('sends nothing without the setting', () => {
    expect(mailFrom('')('')).toEqual([])
    expect(who('ses:SendEmail', 'arn:aws:ses:eu-central-1:123456789012:identity/a@example.com')).toEqual([])
  })
})

describe('readings by administrators and searches without results', () => {
  const readerMay = (action: string, ...keys: string[]) =>
    prod.may('ReaderRole', `dynamodb:${action}`, table, { 'dynamodb:LeadingKeys': keys })

  test('can be written by read-only functions, and no other items can', () => {
    expect(readerMay('PutItem', 'reading#1')).toBe(true)
    expect(readerMay('PutItem', 'gap#1')).toBe(true)
    expect(readerMay('PutItem', 'reading#1', 'page#1')).toBe(false)
    expect(readerMay('PutItem', 'user#1')).toBe(false)
    expect(prod.may('ReaderRole', 'dynamodb:PutItem', table)).toBe(false)
    expect(
      ['UpdateItem', 'DeleteItem', 'BatchWriteItem'].filter((action) => readerMay(action, 'reading#1')),
    ).toEqual([])
  })
})

describe('the last use of a session', () => {
  const readerMay = (key: string, ...attributes: string[]) =>
    prod.may('ReaderRole', 'dynamodb:UpdateItem', table, {
      'dynamodb:LeadingKeys': [key],
      'dynamodb:Attributes': attributes,
    })

  test('can be updated by read-only functions, and nothing else can', () => {
    expect(readerMay('user#1', 'pk', 'sk', 'usedHour')).toBe(true)
    expect(readerMay('user#1', 'pk', 'sk', 'usedHour', 'summary')).toBe(false)
    expect(readerMay('user#1')).toBe(false)
    expect(readerMay('page#1', 'pk', 'sk', 'usedHour')).toBe(false)
  })
})

describe('a stage', () => {
  // stages contain no hyphen (infra/cli/stage.ts), so no stack's name is another's followed by a hyphen
  test.each(['prod2', 'pro', 'test'])('beside %s cannot access it', (stage) => {
    const other = policiesOf(template, `enterprise-platform-${stage}`)
    const foreign: [action: string, resource: string][] = [
      ['lambda:InvokeFunction', other.lambda('wiki-read-page')],
      ['sqs:SendMessage', other.queue('notifications')],
      ['sqs:ReceiveMessage', other.queue('notices')],
      ['dynamodb:Query', other.arnOf('Table')],
      ['dynamodb:PutItem', other.arnOf('Table')],
      ['dynamodb:GetRecords', other.arnOf('Table', 'StreamArn')],
      ['s3:GetObject', `${other.arnOf('Bucket')}/files/1/2`],
      ['logs:PutLogEvents', `${other.arnOf('Logs').replace(/:\*$/, '')}:log-stream:1`],
      ...['session', 'wopi', 'model'].map((kind): [string, string] => [
        'secretsmanager:GetSecretValue',
        other.secret(kind),
      ]),
    ]
    const own = foreign.map(
      ([action, resource]) => [action, resource.replaceAll(`-${stage}`, '-prod')] as const,
    )

    expect(foreign.filter(([action, resource]) => who(action, resource).length > 0)).toEqual([])
    expect(own.filter(([action, resource]) => who(action, resource.toString()).length === 0)).toEqual([])
  })
})

describe('the policy evaluator', () => {
  const role = (...Statement: object[]): Template => ({
    Parameters: {},
    Conditions: {},
    Rules: {},
    Outputs: {},
    Resources: {
      Role: { Type: 'AWS::IAM::Role', Properties: { Policies: [{ PolicyDocument: { Statement } }] } },
    },
  })
  const may = (statements: object[], action: string, resource: string, context = {}) =>
    policiesOf(role(...statements), 'stack').may('Role', action, resource, context)
  const everything = { Effect: 'Allow', Action: '*', Resource: '*' }

  test('prefers denials to permissions', () => {
    const denial = { Effect: 'Deny', Action: 's3:Delete*', Resource: 'arn:aws:s3:::b/*' }

    expect(may([everything, denial], 's3:DeleteObject', 'arn:aws:s3:::b/1')).toBe(false)
    expect(may([everything, denial], 's3:GetObject', 'arn:aws:s3:::b/1')).toBe(true)
    expect(may([denial], 's3:GetObject', 'arn:aws:s3:::b/1')).toBe(false)
  })

  test('supports exceptions of actions and resources', () => {
    const others = { Effect: 'Allow', NotAction: ['s3:*'], NotResource: 'secret' }

    expect(may([others], 'sqs:SendMessage', 'queue')).toBe(true)
    expect(may([others], 's3:GetObject', 'queue')).toBe(false)
    expect(may([others], 'sqs:SendMessage', 'secret')).toBe(false)
  })

  test('matches a question mark with one character, and a dot literally', () => {
    const statement = { Effect: 'Allow', Action: 'a:B', Resource: 'a.b-??' }

    expect(
      ['a.b-12', 'a.b-1', 'a.b-123', 'axb-12'].map((resource) => may([statement], 'A:b', resource)),
    ).toEqual([true, false, false, false])
  })

  test('checks conditions, and throws for unsupported ones', () => {
    const tls = { ...everything, Condition: { Bool: { 'aws:SecureTransport': 'true' } } }
    const unknown = { ...everything, Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } }

    expect(may([tls], 'a:B', 'c', { 'aws:SecureTransport': 'true' })).toBe(true)
    expect(may([tls], 'a:B', 'c', { 'aws:SecureTransport': 'false' })).toBe(false)
    expect(may([tls], 'a:B', 'c')).toBe(false)
    expect(() => may([unknown], 'a:B', 'c')).toThrow('IpAddress is not known')
  })
})
