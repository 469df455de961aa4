import { describe, expect, test } from 'vitest'
import { functions } from '../../infra/functions/functions.ts'
import { toStackName } from '../../infra/cli/stage.ts'
import { composeTemplate } from '../../infra/template/template.ts'

const { Conditions, Parameters, Resources } = await composeTemplate()
const resources = Object.entries(Resources)

describe('resources that hold data', () => {
  const stateful = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket']
  const names = [
    'TableName',
    'BucketName',
    'RoleName',
    'Name',
    'LogGroupName',
    'QueueName',
    'TopicName',
    'AliasName',
  ]

  test('outlive the stack and their own replacement, but not a failed first deployment', () => {
    const held = resources.filter(([, { Type }]) => stateful.includes(Type))

    expect(held.map(([id]) => id)).toEqual(expect.arrayContaining(['Table', 'Bucket']))
    for (const [id, { DeletionPolicy, UpdateReplacePolicy }] of held)
      expect([DeletionPolicy, UpdateReplacePolicy], id).toEqual(['RetainExceptOnCreate', 'Retain'])
  })

  test('get deletion protection', () => {
    expect(Resources['Table']?.Properties?.['DeletionProtectionEnabled']).toEqual({
      'Fn::If': ['HasTableProtection', true, false],
    })
    expect(Conditions['HasTableProtection']).toEqual({ 'Fn::Equals': [{ Ref: 'TableProtection' }, 'yes'] })
    expect(Parameters['TableProtection']?.Default).toBe('yes')
  })

  test('use no fixed names that would clash with a second stack, and neither do other retained resources', () => {
    const kept = resources.filter(([, { DeletionPolicy = 'Delete' }]) => DeletionPolicy !== 'Delete')
    const named = kept.filter(([, { Properties = {} }]) => names.some((name) => name in Properties))

    expect(kept.length).toBeGreaterThan(1)
    expect(named.map(([id]) => id)).toEqual([])
  })

  test('exclude secrets, which are created before the stack', () => {
    expect(resources.filter(([, { Type }]) => Type.startsWith('AWS::SecretsManager::'))).toEqual([])
  })
})

test('The account gets its role for access logs only from a stack with this setting, and keeps it', () => {
  for (const id of ['GatewayLogsRole', 'GatewayAccount'])
    expect(Resources[id]).toMatchObject({ Condition: 'HasGatewayLogsRole', DeletionPolicy: 'Retain' })
  // the stage of the API is created after the role
  expect(JSON.stringify(Resources['Stage']?.Properties)).toContain('{"Ref":"GatewayAccount"}')
})

describe('a stage', () => {
  const shape = 'must consist of the letters a to z and digits'

  test.each(['dev', 'prod', 'prod2', '1'])('may be %s', (stage) => {
    expect(toStackName(stage)).toBe(`enterprise-platform-${stage}`)
  })

  test.each(['prod-2', 'Prod', 'prod_2', '', ' prod', 'prod\n', 'prödüktiv'])(
    'may not be %j',
    async (stage) => {
      expect(() => toStackName(stage)).toThrow(shape)
      await expect(functions(stage)).rejects.toThrow(shape)
    },
  )

  test('takes at most 16 characters, so that function names have at most 64', async () => {
    const stage = 'x'.repeat(16)

    const names = Object.keys(await functions(stage)).map((name) => `${toStackName(stage)}-${name}`)

    expect(names.filter((name) => name.length > 64)).toEqual([])
    await expect(functions(`${stage}x`)).rejects.toThrow(
      `The stage "${stage}x" must have at most 16 characters.`,
    )
  })
})
