import type { OutgoingHttpHeaders } from 'node:http'

/** What a service says when it has trouble. */
export interface Complaint {
  status: number
  headers: OutgoingHttpHeaders
  body: string
}

/** The protocols that the fault proxy speaks. */
export type Dialect = 'dynamodb' | 'sqs' | 's3' | 'model'

const amzJson = (status: number, __type: string, more: object = {}): Complaint => ({
  status,
  headers: { 'Content-Type': 'application/x-amz-json-1.0' },
  body: JSON.stringify({ __type, message: 'Injected.', ...more }),
})

const xml = (status: number, code: string): Complaint => ({
  status,
  headers: { 'Content-Type': 'application/xml' },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>Injected.</Message></Error>`,
})

const json = (status: number): Complaint => ({
  status,
  headers: { 'Content-Type': 'application/json', 'retry-after-ms': '10' },
  body: JSON.stringify({ error: { message: 'Injected.', code: status } }),
})

/** How each service says that it is asked too often, and that it has failed. */
export const complaints: Record<Dialect, { throttle: Complaint; error: Complaint }> = {
  dynamodb: {
    throttle: amzJson(400, 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException'),
    error: amzJson(500, 'com.amazonaws.dynamodb.v20120810#InternalServerError'),
  },
  sqs: {
    throttle: amzJson(400, 'com.amazonaws.sqs#RequestThrottled'),
    error: amzJson(500, 'com.amazonaws.sqs#InternalFailure'),
  },
  s3: { throttle: xml(503, 'SlowDown'), error: xml(500, 'InternalError') },
  model: { throttle: json(429), error: json(500) },
}

const crossing = amzJson(400, 'com.amazonaws.dynamodb.v20120810#TransactionConflictException')

/**
 * How DynamoDB refuses a write that crosses with somebody else's transaction, by its operation; its emulator
 * never does.
 */
export const crossings: Partial<Record<string, Complaint>> = {
  PutItem: crossing,
  UpdateItem: crossing,
  DeleteItem: crossing,
  TransactWriteItems: amzJson(400, 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException', {
    CancellationReasons: [{ Code: 'TransactionConflict', Message: 'Injected.' }],
  }),
}

/** What a call is called in the counts: the operation of DynamoDB and SQS, the method of the others. */
export const operationOf = (target: string | string[] | undefined, method: string): string =>
  target === undefined ? method : String(target).replace(/^.*\./, '')
