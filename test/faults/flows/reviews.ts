import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '../../attack/random.ts'
import { workerProcess } from '../../support/worker-process.ts'
import { all, must } from '../client.ts'
import type { Flow } from '../flow.ts'

const scheduler = 'src/scheduler.ts'

/** Time until pages are due for review (ms): later than the clock of any killed process. */
const reviewMilliseconds = 36_000_000

/** Time by which the scheduler's clock is ahead, so that the run needs not wait (ms). */
const aheadMilliseconds = reviewMilliseconds + 120_000

/** Maximum delay before the kill (ms); a run starts within a second or two, and takes about as long. */
const maxLifeMilliseconds = 2_500

/** Number of kills, and maximum number of runs afterwards. */
const kills = 2
const maxRuns = 5

const random = randomFrom(1)

/** Runs the scheduler as its rule does every minute; returns true if the run completed. */
const runScheduler = async (maxLife = Infinity): Promise<boolean> => {
  const process = workerProcess([scheduler], { CLOCK_AHEAD_MILLISECONDS: String(aheadMilliseconds) })
  const run = process.invoke({}).then(() => true)
  const death = maxLife < Infinity && sleep(200 + random.below(maxLife)).then(() => false)
  const isDone = await Promise.race([run.catch(() => false), ...(death ? [death] : [])])
  await process.kill()
  return isDone
}

/** Pages become due for review, and the scheduler is killed while it sends reminders: each author is reminded once. */
export const reviews: Flow = {
  name: 'reviews',
  runs: 'long',
  begin: async ({ person }, history) => {
    const { client } = await person()
    const space = await must(client, { method: 'POST', path: '/wiki/spaces', body: { name: history.mark() } })
    const timeAfter = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
    /** Pages whose authors must be reminded, and pages with an unknown review time. */
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
        // moved, so that no reminder is due
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
    /** Due reminders are scheduled when the review time is written, so the next run sends what a killed one left. */
    const afterwards = async () => {
      for (let n = 0; n < kills; n += 1) await runScheduler(maxLifeMilliseconds)
      for (let n = 0; n < maxRuns; n += 1) if (await runScheduler()) return
      history.wrong(`The scheduler failed ${maxRuns} times.`)
    }
    return { lanes: [write], afterwards, check }
  },
}
