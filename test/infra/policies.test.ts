import { describe, expect, test } from 'vitest'
import { composeTemplate, type Template } from '../../infra/template.ts'
import { wopiServerCode } from '../../infra/wopi-server.ts'
import { policiesOf } from '../support/policies.ts'

const template = await composeTemplate()
const prod = policiesOf(template, 'enterprise-platform-prod')

const table = prod.arnOf('Table')
const index = `${table}/index/gsi1`
const file = `${prod.arnOf('Bucket')}/files/1/2`

const who = (action: string, resource: string) =>
  prod.roles.filter((role) => prod.may(role, action, resource)).sort()

const withFiles = ['ChatsRole', 'FilesRole', 'FileworkerRole', 'WopiRole', 'WopiServerRole']
const withoutFiles = ['DispatcherRole', 'LoginRole', 'ReaderRole', 'WorkerRole', 'WriterRole']
const all = [...withFiles, ...withoutFiles].sort()
const serverCode = (await wopiServerCode('prod')).key

describe('nobody but', () => {
  test.each([
    ['secretsmanager:GetSecretValue', prod.secret('session'), ['LoginRole']],
    ['secretsmanager:GetSecretValue', prod.secret('wopi'), ['WopiRole']],
    ['secretsmanager:GetSecretValue', prod.secret('model'), ['ChatsRole', 'FileworkerRole']],
    [
      'secretsmanager:GetSecretValue',
      prod.secret('cursor'),
      ['ChatsRole', 'FilesRole', 'ReaderRole', 'WriterRole'],
    ],
    ['secretsmanager:PutSecretValue', prod.secret('session'), []],
    ['dynamodb:Query', table, all],
    ['dynamodb:Query', index, all],
    ['dynamodb:PutItem', table, all.filter((role) => role !== 'ReaderRole')],
    ['dynamodb:Scan', table, []],
    ['dynamodb:DeleteTable', table, []],
    ['dynamodb:GetRecords', prod.arnOf('Table', 'StreamArn'), ['DispatcherRole']],
    ['s3:GetObject', file, withFiles],
    ['s3:PutObject', file, withFiles],
    ['s3:GetObject', `arn:aws:s3:::enterprise-platform-prod-deployments/${serverCode}`, ['WopiServerRole']],
    ['s3:DeleteObject', file, ['FileworkerRole']],
    ['s3:DeleteObjectVersion', file, []],
    ['s3:GetObject', `${prod.arnOf('Bucket')}/elsewhere/1`, []],
    [
      'sqs:SendMessage',
      prod.queue('notifications'),
      ['ChatsRole', 'DispatcherRole', 'FileworkerRole', 'WorkerRole'],
    ],
    ['sqs:ReceiveMessage', prod.queue('notifications'), ['ChatsRole', 'FileworkerRole', 'WorkerRole']],
    ['lambda:InvokeFunction', prod.lambda('wiki-read-page'), ['ApiRole']],
    ['iam:PassRole', '*', []],
    ['logs:CreateLogGroup', '*', []],
  ])('may do %s on %s', (action, resource, roles) => {
    expect(who(action, resource)).toEqual(roles)
  })
})

describe('a stage', () => {
  // a stage has no hyphen (infra/stage.ts), so no stack's name begins with another's and a hyphen
  test.each(['prod2', 'pro', 'test'])('beside %s cannot touch it', (stage) => {
    const other = policiesOf(template, `enterprise-platform-${stage}`)
    const foreign: [action: string, resource: string][] = [
      ['lambda:InvokeFunction', other.lambda('wiki-read-page')],
      ['sqs:SendMessage', other.queue('notifications')],
      ['sqs:ReceiveMessage', other.queue('notifications')],
      ['dynamodb:Query', other.arnOf('Table')],
      ['dynamodb:PutItem', other.arnOf('Table')],
      ['dynamodb:GetRecords', other.arnOf('Table', 'StreamArn')],
      ['s3:GetObject', `${other.arnOf('Bucket')}/files/1/2`],
      ['logs:PutLogEvents', `${other.arnOf('Logs').replace(/:\*$/, '')}:log-stream:1`],
      ...['session', 'wopi', 'model', 'cursor'].map((kind): [string, string] => [
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

describe('the evaluator', () => {
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

  test('lets a denial go before what is allowed', () => {
    const denial = { Effect: 'Deny', Action: 's3:Delete*', Resource: 'arn:aws:s3:::b/*' }

    expect(may([everything, denial], 's3:DeleteObject', 'arn:aws:s3:::b/1')).toBe(false)
    expect(may([everything, denial], 's3:GetObject', 'arn:aws:s3:::b/1')).toBe(true)
    expect(may([denial], 's3:GetObject', 'arn:aws:s3:::b/1')).toBe(false)
  })

  test('knows exceptions of actions and resources', () => {
    const others = { Effect: 'Allow', NotAction: ['s3:*'], NotResource: 'secret' }

    expect(may([others], 'sqs:SendMessage', 'queue')).toBe(true)
    expect(may([others], 's3:GetObject', 'queue')).toBe(false)
    expect(may([others], 'sqs:SendMessage', 'secret')).toBe(false)
  })

  test('takes a question mark for one character, and a dot for itself', () => {
    const statement = { Effect: 'Allow', Action: 'a:B', Resource: 'a.b-??' }

    expect(
      ['a.b-12', 'a.b-1', 'a.b-123', 'axb-12'].map((resource) => may([statement], 'A:b', resource)),
    ).toEqual([true, false, false, false])
  })

  test('asks for conditions, and refuses to guess at one that it does not know', () => {
    const tls = { ...everything, Condition: { Bool: { 'aws:SecureTransport': 'true' } } }
    const unknown = { ...everything, Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } }

    expect(may([tls], 'a:B', 'c', { 'aws:SecureTransport': 'true' })).toBe(true)
    expect(may([tls], 'a:B', 'c', { 'aws:SecureTransport': 'false' })).toBe(false)
    expect(may([tls], 'a:B', 'c')).toBe(false)
    expect(() => may([unknown], 'a:B', 'c')).toThrow('IpAddress is not known')
  })
})
