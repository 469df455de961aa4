import { readFileSync } from 'node:fs'
import { expect, describe, test } from 'vitest'
import { functions } from '../../infra/functions/functions.ts'
import { toFrozen, refusedUpdates, type Frozen } from '../../infra/release/frozen.ts'
import { composeTemplate, type TemplateResource } from '../../infra/template/template.ts'

const released = JSON.parse(
  readFileSync(new URL('released-template.json', import.meta.url), 'utf8'),
) as Frozen

test('A stack of the last release can be updated to this template', async () => {
  expect(released).toHaveProperty('Table.indexes.gsi1')
  expect(released).toHaveProperty('Bucket')
  expect(refusedUpdates(released, toFrozen(await composeTemplate()))).toEqual([])
})

test('All functions have the same `Handler`, because a changed one would cause 502 responses for seconds', async () => {
  const all = Object.values(await functions())

  expect(all.length).toBeGreaterThan(100)
  expect(new Set(all.map(({ handler }) => handler))).toEqual(new Set(['index.handler']))
})

const index = (IndexName: string, attributes = ['summary']) => ({
  IndexName,
  KeySchema: [{ AttributeName: `${IndexName}pk`, KeyType: 'HASH' }],
  Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: attributes },
})

const table = (more: object = {}): TemplateResource => ({
  Type: 'AWS::DynamoDB::Table',
  Properties: {
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    GlobalSecondaryIndexes: [index('gsi1'), index('gsi2')],
    ...more,
  },
})

const queue = (QueueName: string): TemplateResource => ({
  Type: 'AWS::SQS::Queue',
  Properties: { QueueName },
})

const refused = (before: Record<string, TemplateResource>, after: Record<string, TemplateResource>) =>
  refusedUpdates(toFrozen({ Resources: before }), toFrozen({ Resources: after }))

describe('refused updates', () => {
  test.each<[why: string, after: Record<string, TemplateResource>, sentence: string]>([
    ['without the table', {}, 'Table is gone'],
    ['with the table under another name', { Data: table() }, 'Table is gone'],
    ['with another type', { Table: { Type: 'AWS::DynamoDB::GlobalTable' } }, 'another type of resource'],
    ['with another key', { Table: table({ KeySchema: [] }) }, 'Table would be replaced, for its KeySchema'],
    ['with a name that it had not', { Table: table({ TableName: 'mine' }) }, 'for its TableName is another'],
    [
      'with a key of another type',
      { Table: table({ AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'N' }] }) },
      'cannot change the type of pk',
    ],
    [
      'with another projection',
      { Table: table({ GlobalSecondaryIndexes: [index('gsi1', ['summary', 'version']), index('gsi2')] }) },
      'cannot change its index gsi1',
    ],
    [
      'with one index for another',
      { Table: table({ GlobalSecondaryIndexes: [index('gsi1'), index('gsi3')] }) },
      'more than one index at once: gsi2, gsi3',
    ],
    ['with a condition', { Table: { ...table(), Condition: 'Sometimes' } }, 'another condition'],
  ])('refuses an update %s', (_, after, sentence) => {
    expect(refused({ Table: table() }, after)).toEqual([expect.stringContaining(sentence)])
  })

  test('refuses an update with a queue of another name, which would lose messages', () => {
    expect(refused({ Queue: queue('a') }, { Queue: queue('b') })).toEqual([
      'Queue would be replaced, for its QueueName is another.',
    ])
  })
})

describe('accepted updates', () => {
  test.each<[what: string, after: Record<string, TemplateResource>]>([
    ['change nothing', { Table: table() }],
    ['add a resource', { Table: table(), Queue: queue('a') }],
    [
      'add one index',
      { Table: table({ GlobalSecondaryIndexes: ['gsi1', 'gsi2', 'gsi3'].map((name) => index(name)) }) },
    ],
    ['remove one index', { Table: table({ GlobalSecondaryIndexes: [index('gsi1')] }) }],
    ['protect the table', { Table: table({ DeletionProtectionEnabled: true }) }],
  ])('lets an update %s', (_, after) => {
    expect(refused({ Table: table() }, after)).toEqual([])
  })
})
