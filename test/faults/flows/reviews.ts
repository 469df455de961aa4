import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '../../attack/random.ts'
import { workerProcess } from '../../support/worker-process.ts'
import { all, must } from '../client.ts'
import type { Flow } from '../flow.ts'

const scheduler = 'src/scheduler.ts'

/** When pages are to be reviewed, in milliseconds from now: later than the clock of any process that is killed. */
const reviewMilliseconds = 36_000_000

/** How far the clock of the scheduler is ahead, so that nobody waits for that minute to begin. */
const aheadMilliseconds = reviewMilliseconds + 120_000

/** A run begins within a second or two, and lasts about as long. */
const maxLifeMilliseconds = 2_500

/** How often it is killed, and how often it may fail then. */
const kills = 2
const maxRuns = 5

const random = randomFrom(1)

/** Runs the scheduler as the rule of every minute does; true when it has come to its end. */
const runScheduler = async (maxLife = Infinity): Promise<boolean> => {
  const process = workerProcess([scheduler], { CLOCK_AHEAD_MILLISECONDS: String(aheadMilliseconds) })
  const run = process.invoke({}).then(() => true)
  const death = maxLife < Infinity && sleep(200 + random.below(maxLife)).then(() => false)
  const isDone = await Promise.race([run.catch(() => false), ...(death ? [death] : [])])
  await process.kill()
  return isDone
}

/** Pages are to be reviewed at a time, and the scheduler is killed while it says so: each author is reminded once. */
export const reviews: Flow = {
  name: 'reviews',
  runs: 'long',
  begin: async ({ person }, history) => {
    const { client } = await person()
    const space = await must(client, { method: 'POST', path: '/wiki/spaces', body: { name: history.mark() } })
    const timeAfter = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
    /** Pages whose authors are to be reminded, and those that nobody knows of. */
    const [due, open] = [new Set<string>(), new Set<string>()]

    const write = async (turn: number) => {
      for (let n = 0; n < 4; n += 1) {
        const title = history.mark()
        const body = { space_id: space.id, title, content: '-' }
        const request = { method: 'POST', path: '/wiki/pages', body, key: title } as const
        const { answer } = await history.write(client, 'page', title, request)
        if (answer.body?.id === undefined) continue
        const path = `/wiki/pages/${answer.body.id}`
        const review = (review_at: string | null) =>
          history.insist(client, { method: 'PUT', path, body: { review_at } })
        if (await review(timeAfter(reviewMilliseconds))) due.add(title)
        else open.add(title)
        if (n > 0) continue
        // nobody is to be reminded of it
        const isMoved = await review(turn % 2 === 0 ? null : timeAfter(2 * reviewMilliseconds))
        due.delete(title)
        if (!isMoved) open.add(title)
      }
    }

    const check = async () => {
      const news = await all(client, '/lms/notifications?type=page_review_due')
      const told = news.map(({ resource }) => resource.title as string)
      const mayBe = [...open].filter((title) => told.includes(title))
      history.follows('reminder', [...due, ...mayBe], told)
    }
    /** What is due is sent when it was written down, and what a killed run has left is sent by the next. */
    const afterwards = async () => {
      for (let n = 0; n < kills; n += 1) await runScheduler(maxLifeMilliseconds)
      for (let n = 0; n < maxRuns; n += 1) if (await runScheduler()) return
      history.wrong(`The scheduler failed ${maxRuns} times.`)
    }
    return { lanes: [write], afterwards, check }
  },
}
