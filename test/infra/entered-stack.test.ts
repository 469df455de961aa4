import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { queueNames } from '../../src/platform/events/queues.ts'
import { openProgress } from '../../infra/cli/progress.ts'
import { queueId } from '../../infra/events/queues.ts'
import { enterService } from '../../infra/operation/stack.ts'
import type { Template } from '../../infra/template/template.ts'
import { startAccount } from '../support/aws-account.ts'

const before = { ...process.env }
let account: Awaited<ReturnType<typeof startAccount>>

beforeAll(async () => {
  account = await startAccount()
  vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', account.endpoint)
})

afterAll(() => {
  vi.unstubAllEnvs()
  // commands end after entering a stack, tests do not
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
  account.stop()
})

const givenStack = async (stage: string, more: string[]) => {
  const ids = ['Table', 'FailedChanges', ...queueNames.map(queueId), ...more]
  const addresses = queueNames.map((queue) => [queueId(queue), `https://sqs.example.com/1/${stage}-${queue}`])
  const values = { HistoryDays: '90', ListShards: '4', ListShardsWritten: '2', AlarmEmail: '' }
  const template = {
    Resources: Object.fromEntries(ids.map((id) => [id, { Type: 'AWS::Some::Thing' }])),
    Parameters: Object.fromEntries(
      Object.entries(values).map(([name, Default]) => [name, { Type: 'String', Default, Description: '' }]),
    ),
  } satisfies Partial<Template>
  const name = `enterprise-platform-${stage}`
  const imported = Object.fromEntries(addresses) as Record<string, string>
  account.stacks.set(name, { status: 'UPDATE_COMPLETE', template, isProtected: true, imported, events: [] })
}

const enter = (stage: string) => enterService({ stage, region: 'eu-central-1' }, openProgress())

describe('the variables of a stack for commands', () => {
  test('contain the layout of its table, and the queue of failed changes', async () => {
    await givenStack('one', ['AuditLockBucket'])

    expect(await enter('one')).toMatchObject({
      TABLE_NAME: 'Table',
      FAILED_CHANGES_URL: 'FailedChanges',
      AUDIT_LOCK_BUCKET: 'AuditLockBucket',
      HISTORY_DAYS: '90',
      LIST_SHARDS: '4',
      LIST_SHARDS_WRITTEN: '2',
    })
  })

  test('contain no bucket of locked copies if there is none', async () => {
    await givenStack('two', [])

    expect(await enter('two')).not.toHaveProperty('AUDIT_LOCK_BUCKET')
  })
})
