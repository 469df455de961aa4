import { describe, expect, test } from 'vitest'
import { templateEvaluator } from '../../infra/deployment/evaluation.ts'
import { keptTemplate } from '../../infra/deployment/kept-template.ts'
import { keptDefaults } from '../../infra/deployment/parameters.ts'
import { templateFile } from '../../infra/template/template.ts'

const names = { Table: 'the-table', Bucket: 'the-bucket', AuditLockBucket: 'the-locked-bucket' }
const settings = {
  ...keptDefaults(),
  'kms-key-arn': 'arn:aws:kms:eu-central-1:123456789012:key/1',
  'cors-origins': 'https://a.example,https://b.example',
  'audit-lock': 'governance',
}

describe('the template of retained resources after a teardown', () => {
  test('contains these resources as deployed, with the values of their parameters', () => {
    const { Table, Bucket } = keptTemplate(names, settings).template.Resources

    expect(Table).toEqual({
      Type: 'AWS::DynamoDB::Table',
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        ...templateFile('table.yml').Resources['Table']?.Properties,
        DeletionProtectionEnabled: true,
        SSESpecification: { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: settings['kms-key-arn'] },
      },
    })
    expect(Bucket?.Properties).toMatchObject({
      VersioningConfiguration: { Status: 'Enabled' },
      CorsConfiguration: { CorsRules: [{ AllowedOrigins: ['https://a.example', 'https://b.example'] }] },
    })
  })

  test('contains no reference to other resources', () => {
    const { template, imports } = keptTemplate(names, settings)

    expect(JSON.stringify(template.Resources)).not.toMatch(/"(Ref|Condition|DependsOn|Fn::\w+)"/)
    expect(imports).toEqual(
      Object.entries(names).map(([LogicalResourceId, name]) => ({
        ResourceType: template.Resources[LogicalResourceId]?.Type,
        LogicalResourceId,
        ResourceIdentifier: { [LogicalResourceId === 'Table' ? 'TableName' : 'BucketName']: name },
      })),
    )
  })

  test('keeps the settings for the next deployment, without the keys that it determines itself', () => {
    const { Parameters } = keptTemplate(names, { ...settings, 'list-shards': '4' }).template

    expect(Parameters['ListShards']).toMatchObject({ Type: 'Number', Default: '4' })
    expect(Object.keys(Parameters)).not.toContain('SessionPublicKeys')
  })
})

describe('the evaluation of a template', () => {
  const { evaluate } = templateEvaluator(
    {
      Parameters: { Size: { Type: 'String', Default: '', Description: '' } },
      Conditions: {
        IsLarge: { 'Fn::Equals': [{ Ref: 'Size' }, 'large'] },
        IsSmall: { 'Fn::Not': [{ Condition: 'IsLarge' }] },
        Either: { 'Fn::Or': [{ Condition: 'IsLarge' }, { Condition: 'IsSmall' }] },
        Both: { 'Fn::And': [{ Condition: 'IsLarge' }, { Condition: 'IsSmall' }] },
      },
    },
    { Size: 'large' },
  )

  test.each([
    ['IsLarge', true],
    ['IsSmall', false],
    ['Either', true],
    ['Both', false],
  ])('evaluates %s to %s', (condition, expected) => {
    expect(evaluate({ 'Fn::If': [condition, true, false] })).toBe(expected)
  })

  test('omits properties without a value', () => {
    const none = { Ref: 'AWS::NoValue' }

    expect(evaluate({ a: none, b: [1, none, { 'Fn::If': ['IsSmall', 2, none] }] })).toEqual({ b: [1] })
  })

  test('throws for values that only the stack knows', () => {
    expect(() => evaluate({ Ref: 'Queue' })).toThrow('The value of Queue cannot be known here.')
    expect(() => evaluate({ 'Fn::GetAtt': ['Queue', 'Arn'] })).toThrow('Fn::GetAtt cannot be evaluated here.')
  })
})
