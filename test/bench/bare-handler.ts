import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { randomUUID } from 'node:crypto'

/** Calls of DynamoDB in steps: calls of one step run concurrently, steps run in order. */
export type Plan = { operation: string; input: object }[][]

let client: DynamoDBDocumentClient | undefined

/** Returns a client with the settings of src/platform/table/table.ts. */
const table = () =>
  (client ??= DynamoDBDocumentClient.from(
    new DynamoDBClient({
      maxAttempts: 5,
      requestHandler: { connectionTimeout: 1_000, requestTimeout: 1_200, throwOnRequestTimeout: true },
    }),
    { marshallOptions: { removeUndefinedValues: true } },
  ))

const send: Record<string, (input: never) => Promise<unknown>> = {
  BatchGetItem: (input) => table().send(new BatchGetCommand(input)),
  BatchWriteItem: (input) => table().send(new BatchWriteCommand(input)),
  DeleteItem: (input) => table().send(new DeleteCommand(input)),
  PutItem: (input) => table().send(new PutCommand(input)),
  Query: (input) => table().send(new QueryCommand(input)),
  UpdateItem: (input) => table().send(new UpdateCommand(input)),
  TransactWriteItems: (input: { TransactItems: [] }) =>
    table().send(new TransactWriteCommand({ ...input, ClientRequestToken: randomUUID() })),
}

/** Baseline for our handlers: the SDK alone, with the same settings, making the same calls. */
export const handler = async ({ plan }: { plan: Plan }): Promise<void> => {
  const made = async ({ operation, input }: Plan[number][number]) => send[operation]?.(input as never)
  for (const step of plan) await Promise.all(step.map(made))
}
