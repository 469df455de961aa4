import { DescribeTableCommand, DescribeTimeToLiveCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { queueNames } from '../../src/platform/events/queues.ts'
import { localAws } from '../../infra/local/settings/variables.ts'
import { queueId } from '../../infra/events/queues.ts'
import { composeTemplate } from '../../infra/template/template.ts'
import { sessions } from '../../src/platform/identity/session.ts'
import { users } from '../../src/platform/identity/user.ts'
import { startAccount } from '../support/aws-account.ts'
import { startRestorableTables } from '../support/restorable-tables.ts'
import { world } from '../support/world.ts'

const root = join(import.meta.dirname, '../..')
const stack = 'enterprise-platform-prod'
const to = '2026-01-31T12:00:00Z'

const user = users.make({ name: 'Ada', role: 'user', created_at: to, updated_at: '2026-01-01T00:00:00Z' })
const session = sessions.make({ user_id: user.id, epoch: 0, expires_at: 4_000_000_000 })

/** Creates a stack with the table of this world, in an account that can restore it. */
const givenStack = async () => {
  const { endpoints, tableName } = world()
  const [account, tables, template] = await Promise.all([
    startAccount(),
    startRestorableTables(endpoints.dynamodb, async (restored) => {
      process.env['TABLE_NAME'] = restored
      await Promise.all([users.create(user), sessions.create(session)])
      process.env['TABLE_NAME'] = tableName
    }),
    composeTemplate(),
  ])
  onTestFinished(account.stop)
  onTestFinished(tables.stop)
  template.Resources['ServerlessDeploymentBucket'] = { Type: 'AWS::S3::Bucket' }
  const addresses = queueNames.map((queue) => [queueId(queue), `https://sqs.example.com/1/${stack}-${queue}`])
  const imported = { Table: tableName, ...(Object.fromEntries(addresses) as Record<string, string>) }
  account.stacks.set(stack, { status: 'UPDATE_COMPLETE', template, isProtected: true, imported, events: [] })
  return { account, tables, tableName }
}

const run = (account: string, dynamodb: string, ...given: string[]) =>
  new Promise<{ code: unknown; text: string }>((resolve) => {
    const env = {
      PATH: process.env['PATH'],
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL: account,
      AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
      MIN_CALL_MILLISECONDS: process.env['MIN_CALL_MILLISECONDS'],
    }
    const words = ['infra/commands/restore.ts', '--stage', 'prod', ...given]
    execFile(process.execPath, words, { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, text: stdout + stderr }),
    )
  })

test('npm run restore gives the stack a complete table of the requested time', async () => {
  const { account, tables, tableName } = await givenStack()
  const restored = `${tableName}-at-20260131T120000Z`
  const words = ['--to', to, '--table', tableName, '--confirm', stack]

  const unsure = await run(account.endpoint, tables.url, ...words.slice(0, 4))
  const early = await run(account.endpoint, tables.url, ...words, '--to', '2025-12-31T12:00:00Z')
  const before = account.stacks.get(stack)?.imported
  const { code, text } = await run(account.endpoint, tables.url, ...words)
  const again = await run(account.endpoint, tables.url, ...words)

  expect([unsure.code, unsure.text]).toEqual([2, expect.stringContaining(`--confirm must be ${stack}`)])
  expect([early.code, early.text]).toEqual([2, expect.stringContaining('--to must be from 2026-01-01')])
  expect(before).toMatchObject({ Table: tableName })
  expect(code, text).toBe(0)
  expect(text).toContain(`${restored} is the state of ${tableName} at 2026-01-31T12:00:00.000Z.`)
  expect(text).toContain('1 sessions, 0 feeds, 0 tokens and 0 passwords have ended')
  expect(text).toContain(`${tableName} stays, closed for writing.`)
  expect(account.stacks.get(stack)?.imported).toMatchObject({ Table: restored })
  expect(again.code, again.text).toBe(0)
  expect(account.calls.filter((call) => call.includes('CreateChangeSet'))).toHaveLength(3)

  const client = new DynamoDBClient({ ...localAws, endpoint: world().endpoints.dynamodb })
  const { Table } = await client.send(new DescribeTableCommand({ TableName: restored }))
  const expiry = await client.send(new DescribeTimeToLiveCommand({ TableName: restored }))
  expect(Table).toMatchObject({
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    DeletionProtectionEnabled: true,
  })
  expect(expiry.TimeToLiveDescription).toMatchObject({ AttributeName: 'ttl', TimeToLiveStatus: 'ENABLED' })
  const inputOf = (name: string) => tables.calls.find(([operation]) => operation === name)?.[1]
  expect(inputOf('UpdateContinuousBackups')).toMatchObject({ TableName: restored })
  expect(inputOf('TagResource')).toMatchObject({ Tags: [{ Key: 'owner', Value: 'it' }] })
  expect(inputOf('PutResourcePolicy')).toMatchObject({
    ResourceArn: expect.stringMatching(new RegExp(`:table/${tableName}$`)) as unknown,
    Policy: expect.stringContaining('"Effect":"Deny"') as unknown,
  })
})
