import { describe, expect, test } from 'vitest'
import { functions } from '../../infra/functions/functions.ts'
import { composeTemplate, resourceProperties, templateFile } from '../../infra/template/template.ts'

const template = await composeTemplate()
const own = templateFile('audit-lock.yml')
const bucket = resourceProperties<Record<string, unknown>>(template, 'AuditLockBucket')

describe('without the parameter audit-lock', () => {
  test('deploys none of its resources', async () => {
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

  test('gives the bucket to no function but its own', async () => {
    const all = Object.entries(await functions()) as [string, { environment?: object }][]

    const knowing = all.filter(([, { environment = {} }]) => 'AUDIT_LOCK_BUCKET' in environment)

    expect(knowing.map(([name]) => name)).toEqual(['audit-lock'])
  })
})

describe('the bucket of copies', () => {
  test('locks new objects for the retention of history', () => {
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

  test('deletes a copy only after its lock has ended', () => {
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

  test('shares the access and encryption settings of the bucket of files', () => {
    const files = resourceProperties<Record<string, unknown>>(template, 'Bucket')

    for (const name of ['BucketEncryption', 'OwnershipControls', 'PublicAccessBlockConfiguration'])
      expect(bucket[name], name).toEqual(files[name])
  })
})

test('invokes the function every hour by its rule', async () => {
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

test('refuses a history retention that ends before the copy', () => {
  expect(template.Rules['AuditLockWithinHistory']?.Assertions).toMatchObject([
    {
      Assert: {
        'Fn::Not': [{ 'Fn::Contains': [expect.arrayContaining(['2', '6']), { Ref: 'HistoryDays' }] }],
      },
    },
  ])
})
