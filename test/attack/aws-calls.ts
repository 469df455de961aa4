import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { queueNames } from '../../src/platform/events/queues.ts'
import { forgetSecrets } from '../../src/platform/aws/secret.ts'
import type { Around } from '../support/service.ts'

/** A call of AWS by a function: IAM action and kind of resource. */
export interface AwsCall {
  function: string
  action: string
  resource: string
}

const running = new AsyncLocalStorage<string>()

type Body = Record<string, unknown>

/** Prefixes of partition keys that roles restrict for puts. */
const guarded = /^(history|former|reading|gap)#/

/**
 * Returns true if a write only changes the hour of last use of a session or token (src/platform/identity/last-use.ts).
 */
const isUse = ({ Key, ExpressionAttributeNames }: Body): boolean => {
  const { pk } = (Key ?? {}) as { pk?: { S: string } }
  const named = Object.values((ExpressionAttributeNames ?? {}) as Record<string, string>)
  return pk?.S.startsWith('user#') === true && named.every((name) => ['pk', 'usedHour'].includes(name))
}

/**
 * Returns the kind of item for roles that distinguish kinds: `table/history`, `table/former`, `table/reading` and
 * `table/gap` for puts, `table/use` for an update of the hour of last use only.
 */
const kindOf = (write: Body): string => {
  const { pk } = (write['Item'] ?? {}) as { pk?: { S: string } }
  const [, kind] = guarded.exec(pk?.S ?? '') ?? []
  if (kind !== undefined) return `table/${kind}`
  return write['UpdateExpression'] !== undefined && isUse(write) ? 'table/use' : 'table'
}

/** Returns the actions of a transaction, which needs the permissions of its parts ("IAM policies for transactions"). */
const partsOfTransaction = (parts: Record<string, Body>[]): [string, string][] =>
  parts
    .flatMap((part) => Object.entries(part))
    .map(([kind, write]) => [
      kind === 'ConditionCheck' ? 'dynamodb:ConditionCheckItem' : `dynamodb:${kind}Item`,
      kindOf(write),
    ])

const dynamo = (operation: string, body: Body): [string, string][] => {
  if (operation.startsWith('Transact'))
    return partsOfTransaction(body['TransactItems'] as Record<string, Body>[])
  return [[`dynamodb:${operation}`, body['IndexName'] === undefined ? kindOf(body) : 'index']]
}

const s3 = (method: string, path: string): [string, string][] => {
  const action = { GET: 'GetObject', HEAD: 'GetObject', PUT: 'PutObject', DELETE: 'DeleteObject' }[method]
  const key = decodeURIComponent(path.split('?')[0] as string)
    .split('/')
    .slice(2)
    .join('/')
  return [[`s3:${action ?? method}`, `bucket/${key.split('/')[0]}/*`]]
}

/** Returns the kind of a queue: `queue/<name>`, or `dead-letters`. */
const queueOf = (url: string): string => {
  if (url.endsWith('-dead')) return 'dead-letters'
  const names = queueNames.filter((name) => url.endsWith(`-${name}`) || url.endsWith(`/${name}`))
  return `queue/${names.toSorted((a, b) => b.length - a.length)[0] ?? url}`
}

/** Returns the actions that a request to AWS needs, each with the kind of resource. */
const needed = (request: ClientRequest, body: string): [string, string][] => {
  const target = String(request.getHeader('x-amz-target') ?? '')
  const [service = '', operation = ''] = target.split('.')
  if (service.startsWith('DynamoDB')) return dynamo(operation, JSON.parse(body) as Body)
  if (service === 'AmazonSQS') {
    const { QueueUrl = '' } = JSON.parse(body) as { QueueUrl?: string }
    return [[`sqs:${operation.replace(/Batch$/, '')}`, queueOf(QueueUrl)]]
  }
  if (service === 'secretsmanager') {
    const { SecretId } = JSON.parse(body) as { SecretId: string }
    return [[`secretsmanager:${operation}`, `secret/${SecretId.split('/').at(-1)}`]]
  }
  if (service === 'AmazonSSM') return [[`ssm:${operation}`, 'models']]
  if (request.path.startsWith('/v2/email/')) return [['ses:SendEmail', 'identity']]
  const isS3 = request.getHeader('x-amz-content-sha256') !== undefined
  return isS3 ? s3(request.method, request.path) : []
}

/** Records the AWS calls of each function, from the requests that leave this process. */
export const recordAwsCalls = (): { around: Around; calls: () => AwsCall[] } => {
  const seen = new Map<string, AwsCall>()
  const note = (name: string, action: string, resource: string) =>
    void seen.set(`${name} ${action} ${resource}`, { function: name, action, resource })

  subscribe('http.client.request.created', (message) => {
    const { request } = message as { request: ClientRequest }
    const name = running.getStore()
    if (name === undefined) return
    const chunks: Buffer[] = []
    for (const method of ['write', 'end'] as const) {
      const original = request[method].bind(request) as (...args: unknown[]) => never
      request[method] = (chunk?: unknown, ...more: unknown[]) => {
        if (typeof chunk === 'string' || chunk instanceof Uint8Array)
          chunks.push(Buffer.from(chunk as string))
        if (method === 'end')
          for (const [action, resource] of needed(request, Buffer.concat(chunks).toString()))
            note(name, action, resource)
        return original(chunk, ...more)
      }
    }
  })

  return {
    calls: () => [...seen.values()],
    around: (name, run) =>
      running.run(name, async () => {
        // when deployed, each function has a process of its own and loads its secrets itself
        forgetSecrets()
        const result = await run()
        // a signed link delegates a permission of its creator
        const text = JSON.stringify(result) ?? ''
        if (/X-Amz-Signature/.test(text))
          note(name, /"method":\s*\\?"PUT/.test(text) ? 's3:PutObject' : 's3:GetObject', 'bucket/files/*')
        return result
      }),
  }
}
