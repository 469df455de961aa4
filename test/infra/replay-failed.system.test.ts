import { GetQueueAttributesCommand, SendMessageCommand, CreateQueueCommand } from '@aws-sdk/client-sqs'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DynamoDBRecord } from 'aws-lambda'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toFailedChange } from '../../infra/local/lambda/pollers.ts'
import { streamPoller } from '../../infra/local/lambda/stream-poller.ts'
import { serviceVariables } from '../../infra/local/settings/variables.ts'
import { recordChanges } from '../../src/history/recorder.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { lockouts } from '../../src/users/lockout.ts'
import { actionsOf, activityOf } from '../history/given.ts'
import { call } from '../support/call.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { lambdaContext, world } from '../support/world.ts'

const folder = mkdtempSync(join(tmpdir(), 'replay-failed-'))
const root = join(import.meta.dirname, '../..')
const queueName = `failed-${randomUUID()}`
const queueUrl = () => `${world().endpoints.sqs}/000000000000/${queueName}`

/** Publishes a running service for the command, optionally with a stream at another address. */
const runningWith = (stream?: string) => {
  const variables = {
    ...serviceVariables(world()),
    FAILED_CHANGES_URL: queueUrl(),
    ...(stream && { AWS_ENDPOINT_URL_DYNAMODB_STREAMS: stream }),
  }
  writeFileSync(join(folder, 'running.json'), JSON.stringify({ pid: process.pid, variables }))
}

beforeAll(() => world().sqs.send(new CreateQueueCommand({ QueueName: queueName })))

beforeEach(() => runningWith())

afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the changes since the last call, which no function has received, with their shards. */
const takeChanges = async () => {
  const { endpoints, tableName, checkpoint, stream } = world()
  const taken: { record: DynamoDBRecord; shard: string }[] = []
  const poller = streamPoller({
    endpoints,
    tableName,
    checkpoint,
    stream,
    invoke: async ({ Records }) => {
      const [{ shards }] = [await stream.described()]
      taken.push(...Records.map((record) => ({ record, shard: shards[0] as string })))
      return { batchItemFailures: [] }
    },
    setAside: async () => {},
  })
  while ((await poller.step()) > 0);
  return taken
}

const putAside = async (name: string, changes: { record: DynamoDBRecord; shard: string }[]) => {
  for (const { record, shard } of changes) {
    const MessageBody = JSON.stringify(toFailedChange(name, record, shard))
    await world().sqs.send(new SendMessageCommand({ QueueUrl: queueUrl(), MessageBody }))
  }
}

const waiting = async () => {
  const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const
  const { Attributes = {} } = await world().sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl(), AttributeNames: [...AttributeNames] }),
  )
  return AttributeNames.reduce((sum, name) => sum + Number(Attributes[name]), 0)
}

const replay = (...words: string[]) =>
  new Promise<{ code: unknown; text: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], DATA_DIR: folder }
    execFile(
      process.execPath,
      ['infra/commands/replay.ts', ...words],
      { cwd: root, env },
      (error, out, err) => resolve({ code: error ? error.code : 0, text: `${out}${err}` }),
    )
  })

const changeOf = (changes: Awaited<ReturnType<typeof takeChanges>>, pk: string) =>
  changes.filter(({ record }) => record.dynamodb?.Keys?.['pk']?.S === pk)

/** Responses of DynamoDB Streams, by operation. */
type StreamAnswers = Record<string, object>

const refusalOf = (name: string) => ({
  __type: `com.amazonaws.dynamodb.v20120810#${name}`,
  message: 'The operation attempted to read past the oldest stream record in a shard.',
})

/**
 * Starts a stream that has dropped changes, an age that the emulator's streams never reach: DynamoDB keeps changes for
 * only 24 hours.
 */
const startStream = async (answers: StreamAnswers) => {
  const server = createServer((request, response) => {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? ''
    const answer = answers[operation] ?? refusalOf('InternalServerError')
    response.writeHead('__type' in answer ? 400 : 200, { 'Content-Type': 'application/x-amz-json-1.0' })
    request.resume().on('end', () => response.end(JSON.stringify(answer)))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

const laterRecord = {
  eventID: randomUUID(),
  eventName: 'REMOVE',
  dynamodb: { Keys: { pk: { S: 'x' }, sk: { S: 'x' } }, SequenceNumber: '9'.repeat(30) },
}

const forgetfulStreams: [string, StreamAnswers][] = [
  ['where it would begin', { GetShardIterator: refusalOf('TrimmedDataAccessException') }],
  [
    'while it is read',
    { GetShardIterator: { ShardIterator: 'one' }, GetRecords: refusalOf('TrimmedDataAccessException') },
  ],
  ['with its shard', { GetShardIterator: refusalOf('ResourceNotFoundException') }],
  [
    'so that it goes on behind it',
    { GetShardIterator: { ShardIterator: 'one' }, GetRecords: { Records: [laterRecord] } },
  ],
]

describe('npm run replay -- --failed', () => {
  let author: SignedIn
  let page: { id: string }
  let changes: Awaited<ReturnType<typeof takeChanges>>

  beforeEach(async () => {
    author = await signedIn()
    const space = await givenSpace(author)
    await takeChanges()
    page = (await givenPage(author, space)) as { id: string }
    changes = await takeChanges()
  })

  test('records a change that was set aside, and removes it from the queue', async () => {
    const before = await activityOf(author, 'wiki_page', page)
    await putAside('recorder', changes)

    const { code, text } = await replay('--failed')

    const entries = await activityOf(author, 'wiki_page', page)
    expect([code, text]).toEqual([0, `${changes.length} changes that were set aside are done.\n`])
    expect([before, actionsOf(entries)]).toEqual([[], ['wiki_page.created']])
    expect(await waiting()).toBe(0)
  })

  test('does not record a change twice', async () => {
    await recordChanges({ Records: changes.map(({ record }) => record) }, lambdaContext('recorder'))
    await putAside('recorder', [...changes, ...changes])

    const { code } = await replay('--failed')

    expect(code).toBe(0)
    expect(actionsOf(await activityOf(author, 'wiki_page', page))).toEqual(['wiki_page.created'])
  })

  test('sends the dispatcher only its own failed changes', async () => {
    const until = Math.floor(Date.now() / 1000) + 900
    const lockout = { id: randomUUID(), until, at: new Date().toISOString(), user_id: author.id }
    await lockouts.create(lockout)
    await putAside('dispatcher', await takeChanges())

    const { code } = await replay('--failed')

    const { body } = await call(listNotifications, { as: author })
    expect(code).toBe(0)
    expect(body.items).toMatchObject([{ type: 'sign_in_attempts' }])
    expect(await waiting()).toBe(0)
  })

  test('names the changes that stay, and replays the others', async () => {
    const [change] = changeOf(changes, `page#${page.id}`)
    if (!change) throw new Error('The page was not written.')
    await putAside('unknown', [change])
    await putAside('recorder', [change])

    const { code, text } = await replay('--failed')

    const sequence = change.record.dynamodb?.SequenceNumber
    expect(code).toBe(1)
    expect(text).toContain('1 changes that were set aside are done.\n1 of them still fail:\n')
    expect(text).toContain(`unknown, change ${sequence}: no function of the stream is named "unknown"`)
    expect(await waiting()).toBe(1)
  })

  test.each(forgetfulStreams)('names changes that the stream has dropped: %s', async (_, answers) => {
    const [change] = changeOf(changes, `page#${page.id}`)
    if (!change) throw new Error('The page was not written.')
    const before = await waiting()
    await putAside('recorder', [change])
    const stream = await startStream(answers)

    runningWith(stream.url)
    const { code, text } = await replay('--failed')
    stream.stop()

    const sequence = change.record.dynamodb?.SequenceNumber
    expect(code).toBe(1)
    expect(text).toContain('0 changes that were set aside are done.\n1 of them still fail:\n')
    expect(text).toContain(`recorder, change ${sequence}: it has left the stream, after 24 hours`)
    expect(await waiting()).toBe(before + 1)
    expect(await activityOf(author, 'wiki_page', page)).toEqual([])
  })

  test.each([
    ['--since', '2026-01-01'],
    ['--only', 'search'],
  ])('rejects the option %s', async (...words) => {
    const { code, text } = await replay('--failed', ...words)

    expect(code).toBe(2)
    expect(text).toContain('--failed goes with no option but --stage and --region.')
  })
})
