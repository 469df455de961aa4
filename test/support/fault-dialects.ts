import type { OutgoingHttpHeaders } from 'node:http'

/** An error response of a service. */
export interface Complaint {
  status: number
  headers: OutgoingHttpHeaders
  body: string
}

/** Protocols that the fault proxy supports. */
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

/** Throttling and error responses of each service. */
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
 * DynamoDB's rejections of a write that conflicts with another transaction, by operation; the emulator never sends
 * them.
 */
export const crossings: Partial<Record<string, Complaint>> = {
  PutItem: crossing,
  UpdateItem: crossing,
  DeleteItem: crossing,
  TransactWriteItems: amzJson(400, 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException', {
    CancellationReasons: [{ Code: 'TransactionConflict', Message: 'Injected.' }],
  }),
}

/** Returns the name of a call in the counts: the operation for DynamoDB and SQS, the method for others. */
export const operationOf = (target: string | string[] | undefined, method: string): string =>
  target === undefined ? method : String(target).replace(/^.*\./, '')
