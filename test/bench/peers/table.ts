import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

export const tableName = process.env['TABLE_NAME'] as string

/** Client with the settings of src/platform/table/client.ts. */
export const table = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    maxAttempts: 5,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 1_200, throwOnRequestTimeout: true },
  }),
  { marshallOptions: { removeUndefinedValues: true } },
)
