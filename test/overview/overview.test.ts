import { describe, expect, test, vi } from 'vitest'
import { readOverview } from '../../src/overview/endpoints/read-overview.ts'
import { sendToDeadLetters, sendToQueues } from '../../src/platform/events/sqs.ts'
import { queueNames } from '../../src/platform/events/queues.ts'
import { daysAfter } from '../../src/calendar/dates.ts'
import { call } from '../support/call.ts'
import { atTime, runSchedulerAt } from '../support/clock.ts'
import { givenTalk, replyTo } from '../support/given-chat.ts'
import { givenGroup, setGroups } from '../support/given-group.ts'
import { givenProvider } from '../support/given-provider.ts'
import { givenPage, givenRevision, givenSpace, made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'
import { settle, world } from '../support/world.ts'
import { overviewFor } from './given-overview.ts'

const provider = await givenProvider()
const admin = await signedIn({ role: 'admin', name: 'Agatha Admin' })
const ada = await signedIn({ name: 'Ada Adams' })

const today = () => new Date().toISOString().slice(0, 10)
const minutesAhead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

describe('GET /admin/overview', () => {
  test('returns 403 to others than administrators, and 422 for days outside the past year', async () => {
    const agent = await signedIn({ role: 'support_agent' })
    const since = (day: string) => call(readOverview, { as: admin, query: { since: day } })

    expect(
      await statusByCase({
        user: call(readOverview, { as: ada }),
        agent: call(readOverview, { as: agent }),
        today: since(today()),
        'a year ago': since(daysAfter(today(), -365)),
        'longer ago': since(daysAfter(today(), -366)),
        tomorrow: since(daysAfter(today(), 1)),
        'no day': since('2026-02-30'),
        time: since('2026-03-01T10:00:00Z'),
      }),
    ).toEqual({
      user: 403,
      agent: 403,
      today: 200,
      'a year ago': 200,
      'longer ago': 422,
      tomorrow: 422,
      'no day': 422,
      time: 422,
    })
  })

  test('counts the actions and the people of each day within 15 minutes, repeatedly', async () => {
    const { activity: empty } = await overviewFor(admin, { since: daysAfter(today(), -1) })
    const bob = await signedIn()
    const space = await givenSpace(ada, { members: [[bob, 'write']] })
    const page = await givenPage(ada, space, { content: 'secret words' })
    await givenRevision(bob, page, { content: 'other words' })
    await settle({ deliveries: 2 })
    await runSchedulerAt(minutesAhead(20))
    const first = (await overviewFor(admin)).activity.at(-1)
    await atTime(minutesAhead(20), async () => {
      await givenRevision(bob, page, { content: 'third words' })
      await settle()
    })
    await runSchedulerAt(minutesAhead(40))
    const second = (await overviewFor(admin)).activity.at(-1)

    expect(empty).toHaveLength(2)
    expect(empty[0]).toEqual({ day: daysAfter(today(), -1), people: 0, actions: [], counted_at: null })
    expect(first).toMatchObject({ day: today(), people: 2 })
    expect(first?.actions).toContainEqual({ action: 'wiki_page.created', count: 1 })
    expect(first?.actions).toContainEqual({ action: 'wiki_page.updated', count: 1 })
    expect(second?.actions).toContainEqual({ action: 'wiki_page.updated', count: 2 })
  })

  test('adds up replies and tokens by model, for each group of a person', async () => {
    const [one, two] = [await givenGroup(), await givenGroup()]
    const [member, other] = [await signedIn(), await signedIn()]
    await setGroups(member, one, two)
    await setGroups(other, two)
    const { usage: before } = await overviewFor(admin, { since: today() })
    for (const person of [member, other]) {
      const { chat } = await givenTalk(person)
      provider.say('At eleven.')
      expect(await replyTo(person, chat, 'When does the canteen open?')).toMatchObject({
        status: 'completed',
      })
    }
    const { usage } = await overviewFor(admin, { since: today() })

    const rows = usage.map(({ group, replies, input_tokens, output_tokens }) => [
      group?.name ?? null,
      replies,
      input_tokens + output_tokens,
    ])
    expect(before).toEqual([])
    expect(new Set(usage.map(({ month }) => month))).toEqual(new Set([today().slice(0, 7)]))
    expect(rows[0]).toEqual([null, 2, 36])
    expect(rows.slice(1)).toHaveLength(2)
    expect(rows).toContainEqual([one.name, 1, 18])
    expect(rows).toContainEqual([two.name, 2, 36])
  })

  test('counts waiting messages and dead letters of each queue', async () => {
    await settle()
    await sendToDeadLetters('courses', '{}', 'a test')
    await sendToQueues([{ queue: 'courses', kind: 'none', body: {} }])

    const { queues } = await made(readOverview, { as: admin })

    expect(queues.map(({ name }) => name)).toEqual(queueNames)
    expect(queues.find(({ name }) => name === 'courses')).toEqual({ name: 'courses', waiting: 1, failed: 1 })
    expect(queues.find(({ name }) => name === 'index')).toMatchObject({ failed: 0 })
  })

  test('returns null for queues that do not answer', async () => {
    vi.stubEnv('QUEUE_URL_PREFIX', `${world().endpoints.sqs}/000000000000/gone-`)
    const { queues } = await made(readOverview, { as: admin })
    vi.unstubAllEnvs()

    expect(queues.filter(({ waiting, failed }) => waiting !== null || failed !== null)).toEqual([])
  })

  test('contains neither contents nor names of people', async () => {
    const { text } = await call(readOverview, { as: admin })

    expect(text).not.toMatch(/secret|words|canteen|Ada|Agatha/)
  })
})
