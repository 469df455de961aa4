import { CreateTableCommand, DynamoDBClient, type CreateTableCommandInput } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan, PutCommand } from '@aws-sdk/lib-dynamodb'
import { randomUUID } from 'node:crypto'
import type { Item } from '../../src/platform/table/operation.ts'
import { world } from './world.ts'

const counters = [
  'last_login_at',
  'page_count',
  'children_count',
  'course_count',
  'enrollment_count',
  'task_count',
  'message_count',
  'last_message_at',
  'internal_count',
  'last_internal_at',
  'read_number',
]

const indexOf = (IndexName: string) => ({
  IndexName,
  KeySchema: [
    { AttributeName: `${IndexName}pk`, KeyType: 'HASH' as const },
    { AttributeName: `${IndexName}sk`, KeyType: 'RANGE' as const },
  ],
  Projection: {
    ProjectionType: 'INCLUDE' as const,
    NonKeyAttributes: ['summary', 'version', ...counters],
  },
})

const formerTable = {
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S' as const,
  })),
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: ['gsi1', 'gsi2'].map(indexOf),
} satisfies Omit<CreateTableCommandInput, 'TableName'>

/** The item as it was written when each counter was an attribute of its own. */
const formerItem = ({ counters, entityType, writeId, ...rest }: Item) => ({
  ...rest,
  ...(counters as object | undefined),
  ...(entityType !== undefined && { kind: entityType, w: writeId }),
})

/** A table as it was made before its attributes got their names of now; `age` makes all its items as they were then. */
export const makeFormerTable = async () => {
  const TableName = `former-${randomUUID()}`
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: world().endpoints.dynamodb }))
  await client.send(new CreateTableCommand({ TableName, ...formerTable }))
  const items = async () => {
    const all: Item[] = []
    for await (const { Items = [] } of paginateScan({ client }, { TableName })) all.push(...(Items as Item[]))
    return all
  }
  const age = async () => {
    for (const item of await items()) await client.send(new PutCommand({ TableName, Item: formerItem(item) }))
  }
  return { name: TableName, items, age }
}
