import {
  DescribeTableCommand,
  DynamoDBClient,
  UpdateTableCommand,
  type CreateTableCommandInput,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { entityTypeOf, lacksCounters, toMoveCounters } from '../../src/platform/table/former-layout.ts'
import { toUpdateInput } from '../../src/platform/table/expression.ts'
import type { Item } from '../../src/platform/table/operation.ts'
import { localAws } from './variables.ts'

type Index = NonNullable<CreateTableCommandInput['GlobalSecondaryIndexes']>[number]

/** What an index shows of an item, in any order. */
const projectionOf = ({ Projection }: Pick<Index, 'Projection'>) =>
  JSON.stringify([Projection?.ProjectionType, Projection?.NonKeyAttributes?.toSorted()])

/** Moves the counters of all things into their maps. */
const moveCounters = async (table: DynamoDBDocumentClient, TableName: string) => {
  for await (const { Items = [] } of paginateScan({ client: table }, { TableName }))
    for (const item of Items as Item[])
      if (entityTypeOf(item) !== undefined && lacksCounters(item))
        await table.send(new UpdateCommand(toUpdateInput(toMoveCounters(item), TableName)))
}

/**
 * Brings a table that an older version has made up to date before anybody uses it: an index whose projection has
 * changed is made again, which only an emulator does in one step. Cut off, it goes on at the next start.
 */
export const upgradeTable = async (
  endpoint: string,
  TableName: string,
  {
    AttributeDefinitions,
    GlobalSecondaryIndexes = [],
  }: Pick<CreateTableCommandInput, 'AttributeDefinitions' | 'GlobalSecondaryIndexes'>,
): Promise<void> => {
  const client = new DynamoDBClient({ ...localAws, endpoint })
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }))
    const present = new Map(
      Table?.GlobalSecondaryIndexes?.map((index) => [index.IndexName, projectionOf(index as Index)]),
    )
    const outdated = GlobalSecondaryIndexes.filter(
      (index) => present.get(index.IndexName) !== projectionOf(index),
    )
    if (outdated.length === 0) return
    await moveCounters(DynamoDBDocumentClient.from(client), TableName)
    for (const index of outdated) {
      const { IndexName } = index
      if (present.has(IndexName))
        await client.send(
          new UpdateTableCommand({ TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }] }),
        )
      await client.send(
        new UpdateTableCommand({
          TableName,
          AttributeDefinitions,
          GlobalSecondaryIndexUpdates: [{ Create: index }],
        }),
      )
    }
  } finally {
    client.destroy()
  }
}
