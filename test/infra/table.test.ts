import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

/**
 * Properties of a table that a stack update cannot change, or only by replacing the table or an index with all its
 * data.
 */
const frozen = {
  keys: ['pk HASH', 'sk RANGE'],
  types: { pk: 'S', sk: 'S', gsi1pk: 'S', gsi1sk: 'S', gsi2pk: 'S', gsi2sk: 'S' },
  indexes: {
    gsi1: {
      keys: ['gsi1pk HASH', 'gsi1sk RANGE'],
      projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['summary', 'version', 'counters'] },
    },
    gsi2: {
      keys: ['gsi2pk HASH', 'gsi2sk RANGE'],
      projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['summary', 'version', 'counters'] },
    },
  },
  stream: 'NEW_AND_OLD_IMAGES',
  expiry: 'ttl',
}

type KeySchema = { AttributeName: string; KeyType: string }[]

interface Properties {
  KeySchema: KeySchema
  AttributeDefinitions: { AttributeName: string; AttributeType: string }[]
  GlobalSecondaryIndexes: { IndexName: string; KeySchema: KeySchema; Projection: object }[]
  StreamSpecification: { StreamViewType: string }
  TimeToLiveSpecification: { AttributeName: string }
}

const keysOf = (schema: KeySchema) =>
  schema.map(({ AttributeName, KeyType }) => `${AttributeName} ${KeyType}`)

test("The table's keys and its indexes' projections are as they were at the first deployment", () => {
  const template = parse(
    readFileSync(new URL('../../infra/template/table.yml', import.meta.url), 'utf8'),
  ) as {
    Resources: { Table: { Properties: Properties } }
  }
  const table = template.Resources.Table.Properties

  expect({
    keys: keysOf(table.KeySchema),
    types: Object.fromEntries(
      table.AttributeDefinitions.map(({ AttributeName, AttributeType }) => [AttributeName, AttributeType]),
    ),
    indexes: Object.fromEntries(
      table.GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => [
        IndexName,
        { keys: keysOf(KeySchema), projection: Projection },
      ]),
    ),
    stream: table.StreamSpecification.StreamViewType,
    expiry: table.TimeToLiveSpecification.AttributeName,
  }).toEqual(frozen)
})
