import { describe, expect, test } from 'vitest'
import { functions } from '../../infra/functions.ts'
import { composeTemplate, propertiesOf, templateFile } from '../../infra/template.ts'

const template = await composeTemplate()
const own = templateFile('audit-lock.yml')
const bucket = propertiesOf<Record<string, unknown>>(template, 'AuditLockBucket')

describe('without the parameter audit-lock', () => {
  test('none of it is deployed', async () => {
    const all: Record<string, object> = await functions()
    const resources = { ...own.Resources, AuditLockRole: template.Resources['AuditLockRole'] }

    for (const [id, resource] of Object.entries({ ...resources, ...own.Outputs }))
      expect(resource?.Condition, id).toBe('HasAuditLock')
    expect(all['audit-lock']).toMatchObject({ condition: 'HasAuditLock' })
    expect(template.Conditions['HasAuditLock']).toEqual({
      'Fn::Not': [{ 'Fn::Equals': [{ Ref: 'AuditLock' }, 'no'] }],
    })
    expect(template.Parameters['AuditLock']?.Default).toBe('no')
  })

  test('no function but its own knows the bucket', async () => {
    const all = Object.entries(await functions()) as [string, { environment?: object }][]

    const knowing = all.filter(([, { environment = {} }]) => 'AUDIT_LOCK_BUCKET' in environment)

    expect(knowing.map(([name]) => name)).toEqual(['audit-lock'])
  })
})

describe('the bucket of copies', () => {
  test('locks what comes in for as long as history is kept', () => {
    expect(bucket).toMatchObject({
      ObjectLockEnabled: true,
      VersioningConfiguration: { Status: 'Enabled' },
      ObjectLockConfiguration: {
        ObjectLockEnabled: 'Enabled',
        Rule: {
          DefaultRetention: {
            Mode: { 'Fn::If': ['IsAuditLockGovernance', 'GOVERNANCE', 'COMPLIANCE'] },
            Days: { Ref: 'HistoryDays' },
          },
        },
      },
    })
  })

  test('drops a copy only after its lock has ended', () => {
    expect(bucket['LifecycleConfiguration']).toEqual({
      Rules: [
        {
          Id: 'expire-what-is-over',
          Status: 'Enabled',
          ExpirationInDays: { Ref: 'HistoryDays' },
          NoncurrentVersionExpiration: { NoncurrentDays: 1 },
        },
      ],
    })
  })

  test('is as closed and as encrypted as the bucket of files', () => {
    const files = propertiesOf<Record<string, unknown>>(template, 'Bucket')

    for (const name of ['BucketEncryption', 'OwnershipControls', 'PublicAccessBlockConfiguration'])
      expect(bucket[name], name).toEqual(files[name])
  })
})

test('the function is invoked by its rule, every hour', async () => {
  const target = { 'Fn::GetAtt': ['AuditDashlockLambdaFunction', 'Arn'] }

  expect(template.Resources['AuditLockRule']?.Properties).toMatchObject({
    ScheduleExpression: 'rate(1 hour)',
    Targets: [{ Id: 'audit-lock', Arn: target }],
  })
  expect(template.Resources['AuditLockPermission']?.Properties).toMatchObject({
    Principal: 'events.amazonaws.com',
    SourceArn: { 'Fn::GetAtt': ['AuditLockRule', 'Arn'] },
  })
})

test('a history that is forgotten before it can be copied is refused', () => {
  expect(template.Rules['AuditLockWithinHistory']?.Assertions).toMatchObject([
    {
      Assert: {
        'Fn::Not': [{ 'Fn::Contains': [expect.arrayContaining(['2', '6']), { Ref: 'HistoryDays' }] }],
      },
    },
  ])
})
