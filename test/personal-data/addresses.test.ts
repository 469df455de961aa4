import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { scanItems } from '../../infra/operation/scan.ts'
import { listAudit } from '../../src/history/endpoints/list-audit.ts'
import { jobs } from '../../src/jobs/job/job.ts'
import { derivedId } from '../../src/platform/runtime/id.ts'
import { getItems } from '../../src/platform/table/batch/batch-get.ts'
import { sendWrite } from '../../src/platform/table/client.ts'
import { sendScheduledMessages } from '../../src/scheduler.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { pages } from '../../src/wiki/page/page.ts'
import { finishErasure, startErasure } from '../jobs/given.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { lambdaContext, settle, world } from '../support/world.ts'

/** Address from which tests call. */
const address = '192.0.2.1'

const dayMilliseconds = 86_400_000

afterEach(() => void vi.useRealTimers())

const originOf = async (page: { id: string }) =>
  (await getItems([pages.keyOf(page)]))[0]?.['origin'] as { address?: string; at: number }

const isOf = (value: object, person: { id: string }) =>
  'actor_id' in value && value.actor_id === person.id && 'address' in value

const says = (value: unknown, person: { id: string }): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (isOf(value, person) || Object.values(value).some((member) => says(member, person)))

/** Returns the keys of items with the address of an action by a person. */
const placesOf = async (person: { id: string }): Promise<string[]> => {
  const keys: string[] = []
  for await (const items of scanItems())
    for (const item of items) if (says(item, person)) keys.push(`${item.pk} ${item.sk}`)
  return keys
}

const isTrash = (key: string) => key.startsWith('trash#')

/** Sets the last write of a page to this many days ago. */
const age = async (page: { id: string }, days: number) => {
  const command = new UpdateCommand({
    TableName: world().tableName,
    Key: pages.keyOf(page),
    UpdateExpression: 'SET origin.#at = :at',
    ExpressionAttributeNames: { '#at': 'at' },
    ExpressionAttributeValues: { ':at': Date.now() - days * dayMilliseconds },
  })
  await sendWrite((table, options) => table.send(command, options))
}

/** Returns the start of the minute next Sunday in which the weekly jobs begin. */
const nextSunday = () => {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() + (7 - day.getUTCDay()))
  return day.setUTCHours(2, 0, 0, 0)
}

/** Runs the scheduler at this time. */
const runAt = async (now: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  await sendScheduledMessages({}, lambdaContext('scheduler'))
  vi.useRealTimers()
}

describe('Address of the last writer of a resource', () => {
  test('expires after 90 days, in a weekly job, without changing the version', async () => {
    const author = await signedIn()
    const space = await givenSpace(author)
    const [old, young] = [await givenPage(author, space), await givenPage(author, space)]
    await age(old, 91)
    await age(young, 80)
    const sunday = nextSunday()

    await runAt(sunday + 61_000)
    await runAt(sunday + 121_000)
    await settle()

    const at = new Date(sunday).toISOString()
    expect(await jobs.get({ id: derivedId(sunday, `address_expiry#${at}`) })).toMatchObject({
      status: 'completed',
      counts: { expired: expect.any(Number) },
    })
    expect((await originOf(old)).address).toBeUndefined()
    expect((await originOf(young)).address).toBe(address)
    expect(await pages.get(old)).toMatchObject({ version: old.version })
  })

  test('disappears with the erasure of the person, also from the trash, but not from the audit', async () => {
    const [admin, person, other] = await Promise.all([signedIn({ role: 'admin' }), signedIn(), signedIn()])
    const space = await givenSpace(other)
    const [page, deleted] = [await givenPage(person, space), await givenPage(person, space)]
    await made(deletePage, { as: person, params: { id: deleted.id } })
    await settle()

    const before = await placesOf(person)
    await finishErasure((await startErasure(admin, person)).body)

    const left = await placesOf(person)
    const { items } = await made(listAudit, { as: admin, query: { actor_id: person.id } })
    expect((await originOf(page)).address).toBeUndefined()
    expect(before.filter(isTrash)).toHaveLength(1)
    expect(left.filter((key) => !key.startsWith('history#'))).toEqual([])
    expect(items[0]!.address).toBe(address)
  })
})
