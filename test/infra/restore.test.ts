import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DeleteObjectCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { makeTable } from '../../infra/local/service/resources.ts'
import { localAws } from '../../infra/local/settings/variables.ts'
import { undeleteObjects } from '../../infra/restore/deleted-objects.ts'
import { endAccess, tableReader } from '../../infra/restore/ended-access.ts'
import { restoredName } from '../../infra/restore/restored-table.ts'
import { swapTable, withoutTable } from '../../infra/restore/table-swap.ts'
import { scanItems } from '../../infra/operation/scan.ts'
import { composeTemplate } from '../../infra/template/template.ts'
import { createEventFeed } from '../../src/lms/event/endpoints/create-event-feed.ts'
import { deleteAccessToken } from '../../src/auth/endpoints/delete-access-token.ts'
import { deleteEventFeed } from '../../src/lms/event/endpoints/delete-event-feed.ts'
import { readMe } from '../../src/auth/endpoints/read-me.ts'
import { eventFeeds } from '../../src/calendar/event-feed.ts'
import { jobs } from '../../src/jobs/job/job.ts'
import { users } from '../../src/platform/identity/user.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { credentials } from '../../src/users/credentials.ts'
import { deleteUser } from '../../src/users/endpoints/delete-user.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { startAccount } from '../support/aws-account.ts'
import { call } from '../support/call.ts'
import { made } from '../support/given.ts'
import { givenLockedBucket } from '../support/locked-bucket.ts'
import { givenToken } from '../support/given-token.ts'
import { signedIn } from '../support/people.ts'
import { put, s3 } from '../support/s3.ts'
import { world } from '../support/world.ts'

const to = new Date('2026-01-31T12:00:00.000Z')

test('Names a restored table after its time, even when it is restored again', () => {
  const name = restoredName('prod-Table-1', to)

  expect([name, restoredName(name, to)]).toEqual([
    'prod-Table-1-at-20260131T120000Z',
    'prod-Table-1-at-20260131T120000Z',
  ])
})

describe('deletions in the bucket', () => {
  test('revert to the restored time: later ones are undone, earlier ones stay', async () => {
    const Bucket = await givenLockedBucket('GOVERNANCE')
    const [present, deleted, before, since] = ['present', 'deleted', 'before', 'since'].map((Key) => ({
      Bucket,
      Key,
    })) as [Place, Place, Place, Place]
    for (const at of [present, deleted, before]) await put(at)
    await remove(before)
    const time = await newestIn(Bucket)
    // S3 has a precision of one second
    await vi.waitUntil(() => Date.now() >= Number(time) + 1_000, { timeout: 10_000 })
    for (const at of [present, deleted]) await remove(at)
    await put(since)
    await remove(since)

    const count = await undeleteObjects(s3(), Bucket, time)

    expect(count).toBe(2)
    expect(await shownIn(Bucket)).toEqual(['deleted', 'present'])
    expect(await undeleteObjects(s3(), Bucket, time)).toBe(0)
  })
})

interface Place {
  Bucket: string
  Key: string
}

const remove = (at: Place) => s3().send(new DeleteObjectCommand(at))

const versionsIn = (Bucket: string) => s3().send(new ListObjectVersionsCommand({ Bucket }))

const newestIn = async (Bucket: string): Promise<Date> => {
  const { Versions = [], DeleteMarkers = [] } = await versionsIn(Bucket)
  return new Date(Math.max(...[...Versions, ...DeleteMarkers].map((one) => Number(one.LastModified))))
}

const shownIn = async (Bucket: string) =>
  (await versionsIn(Bucket)).Versions?.filter(({ IsLatest }) => IsLatest).map(({ Key }) => Key)

/** Creates a table with the service's current contents, as if it had been restored to this moment. */
const givenRestored = async (): Promise<string> => {
  const [{ endpoints, tableName }, items] = [world(), (await Array.fromAsync(scanItems())).flat()]
  const restored = restoredName(tableName, to)
  await makeTable(endpoints, restored)
  process.env['TABLE_NAME'] = restored
  onTestFinished(() => void (process.env['TABLE_NAME'] = tableName))
  await writeBatch(items, [])
  process.env['TABLE_NAME'] = tableName
  return restored
}

const client = () => new DynamoDBClient({ ...localAws, endpoint: world().endpoints.dynamodb })

describe('access in the restored table', () => {
  test('ends again for sessions, feeds, tokens, passwords, roles, deactivated and erased people', async () => {
    const [admin, other] = [await signedIn({ role: 'admin' }), await signedIn({ role: 'admin' })]
    const [ada, bob, eve, ian] = await Promise.all([signedIn(), signedIn(), signedIn(), signedIn()])
    for (const as of [ada, bob]) await made(createEventFeed, { as })
    const [kept, revoked, theirs] = [await givenToken(admin), await givenToken(ada), await givenToken(bob)]
    const restored = await givenRestored()
    const change = (id: string, body: object) => call(updateUser, { as: admin, params: { id }, body })
    await call(deleteEventFeed, { as: ada })
    await call(deleteAccessToken, { as: ada, params: { id: revoked.token_id } })
    await change(bob.id, { is_active: false })
    await change(ian.id, { password: 'another long password' })
    await change(other.id, { role: 'user' })
    await call(deleteUser, {
      as: admin,
      params: { id: eve.id },
      query: { erase: true, successor_id: ada.id },
    })
    const { password_hash } = await credentials.get(ian)
    const readBefore = tableReader(client(), world().tableName)
    process.env['TABLE_NAME'] = restored

    const ended = await endAccess(readBefore)

    expect(ended).toEqual({ sessions: 6, feeds: 1, tokens: 2, passwords: 1, people: 3, erasures: 1 })
    const statuses = await Promise.all([kept, revoked, theirs].map((as) => call(readMe, { as })))
    expect(statuses.map(({ status }) => status)).toEqual([200, 401, 401])
    for (const as of [admin, ada, bob]) expect((await call(readMe, { as })).status).toBe(401)
    expect(await eventFeeds.find({ user_id: ada.id })).toBeUndefined()
    expect(await eventFeeds.find({ user_id: bob.id })).toBeDefined()
    expect(await credentials.get(ian)).toMatchObject({ password_hash })
    expect(await users.findMany([bob, other, eve, ian])).toMatchObject([
      { is_active: false },
      { role: 'user' },
      { is_active: false },
      { is_active: true },
    ])
    const started = (await Array.fromAsync(scanItems())).flat().filter(({ pk }) => pk.startsWith('job#'))
    expect(started.map(jobs.read)).toMatchObject([
      { kind: 'erasure', user_id: null, input: { user_id: eve.id, successor_id: ada.id } },
    ])
    expect(await endAccess(readBefore)).toEqual({
      sessions: 0,
      feeds: 0,
      tokens: 0,
      passwords: 0,
      people: 0,
      erasures: 1,
    })
  })

  test('ends only for sessions if people stay as restored', async () => {
    const [admin, bob] = [await signedIn({ role: 'admin' }), await signedIn()]
    const restored = await givenRestored()
    await call(updateUser, { as: admin, params: { id: bob.id }, body: { is_active: false } })
    process.env['TABLE_NAME'] = restored

    const { people } = await endAccess(undefined)

    expect(people).toBe(0)
    expect(await users.get(bob)).toMatchObject({ is_active: true })
    expect((await call(readMe, { as: admin })).status).toBe(401)
  })
})

const source = {
  TableName: 'old-table',
  TableArn: 'arn:aws:dynamodb:eu-central-1:123456789012:table/old-table',
  LatestStreamArn: 'arn:aws:dynamodb:eu-central-1:123456789012:table/old-table/stream/1',
}

describe('the stack', () => {
  test('releases its table with a template that replaces all references by literal values', async () => {
    const template = await composeTemplate()
    const mapping = { EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] } }
    const text = { 'Fn::Sub': '${Table.Arn}/index/* ${Table} ${TableName}' }
    const Resources = {
      ...template.Resources,
      Mapping: { Type: 'x', DependsOn: ['Table'], Properties: { mapping, text } },
    }

    const parted = withoutTable({ ...template, Resources }, source)

    expect(Object.keys(parted.Resources)).not.toContain('Table')
    expect(JSON.stringify(parted)).not.toMatch(/\{"Ref":"Table"\}|"Fn::GetAtt":\["Table"|\$\{Table[}.]/)
    expect(parted.Resources['Mapping']).toEqual({
      Type: 'x',
      Properties: {
        mapping: { EventSourceArn: source.LatestStreamArn },
        text: { 'Fn::Sub': `${source.TableArn}/index/* old-table \${TableName}` },
      },
    })
  })

  const givenStack = async () => {
    const account = await startAccount()
    onTestFinished(account.stop)
    const place = { ...localAws, endpoint: account.endpoint, maxAttempts: 1 }
    const template = await composeTemplate()
    account.stacks.set('the-stack', {
      status: 'UPDATE_COMPLETE',
      template,
      isProtected: true,
      imported: { Table: 'old-table' },
      events: [],
    })
    const swap = {
      cloudFormation: new CloudFormationClient(place),
      s3: new S3Client({ ...place, forcePathStyle: true }),
      region: 'eu-central-1',
      stack: 'the-stack',
      deploymentBucket: 'deployments',
      source,
      target: 'new-table',
    }
    return { account, template, swap }
  }

  test('gets the restored table in three changes', async () => {
    const { account, template, swap } = await givenStack()

    await swapTable(swap, () => {})

    expect(account.stacks.get('the-stack')).toMatchObject({ template, imported: { Table: 'new-table' } })
    expect(account.calls.filter((name) => name.includes('CreateChangeSet'))).toEqual(
      ['UPDATE', 'IMPORT', 'UPDATE'].map((type) => `cloudformation:CreateChangeSet ${type}`),
    )
  })

  test('continues an interrupted attempt', async () => {
    const { account, template, swap } = await givenStack()
    const cutShort = swapTable(swap, (step) => {
      if (step === 'importing the restored table') throw new Error('The power is out.')
    })
    await expect(cutShort).rejects.toThrow('The power is out.')

    await swapTable(swap, () => {})

    expect(account.stacks.get('the-stack')).toMatchObject({ template, imported: { Table: 'new-table' } })
    expect(account.calls.filter((name) => name.includes('CreateChangeSet'))).toHaveLength(3)
  })
})
