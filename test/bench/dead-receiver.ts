import { setTimeout as sleep } from 'node:timers/promises'
import { inAttackedWorld } from '../attack/attacked-world.ts'
import { signedIn } from '../support/people.ts'
import { authorityFile, startTlsReceiver } from '../support/tls-receiver.ts'
import { httpClient, type HttpClient } from './http-client.ts'
import { median } from './measures.ts'
import { timeToNotification } from './news.ts'
import { beyondNoise, type Outcome } from './outcome.ts'
import { printTable } from './table.ts'

/** Number of webhooks, and of events for each: 200 deliveries are due. */
const webhookCount = 50
const eventsEach = 4

/** Number of notifications measured in each phase. */
const samples = 25

const aim = 1.2

/** Measures how long people wait for a notification while deliveries to a receiver that never answers are due. */
export const deadReceiver = async (): Promise<Outcome> => {
  let [quiet, busy, attempts]: [number[], number[], number] = [[], [], 0]
  Object.assign(process.env, { WEBHOOK_LOOPBACK: 'yes', NODE_EXTRA_CA_CERTS: authorityFile })
  const receiver = await startTlsReceiver(() => void (attempts += 1))
  await inAttackedWorld(async ({ url, settle }) => {
    const [admin, colleague] = [await signedIn({ role: 'admin' }), await signedIn()]
    const [author, reader] = [httpClient(url, admin), httpClient(url, colleague)] as [HttpClient, HttpClient]
    const { id: project_id } = await author('POST', '/task/projects', { name: 'Work' })
    const measure = async () => {
      const times: number[] = []
      for (let n = 0; n < samples; n += 1)
        times.push(await timeToNotification(author, reader, project_id, colleague.id))
      return times
    }
    await measure()
    await settle()
    quiet = await measure()
    const hook = { url: receiver.url, events: ['wiki_space.created'] }
    for (let n = 0; n < webhookCount; n += 1) await author('POST', '/webhooks', hook)
    await settle()
    for (let n = 0; n < eventsEach; n += 1) await author('POST', '/wiki/spaces', { name: `Space ${n}` })
    while (attempts === 0) await sleep(50)
    busy = await measure()
  })
  receiver.stop()
  const ratio = median(busy) / median(quiet)
  printTable(
    `dead-receiver: from a task to its notification, in ms, while ${webhookCount * eventsEach} deliveries are due ` +
      `(aim: ≤ ${aim} times); ${attempts} attempts waited for an answer`,
    ['while', 'tasks', 'median', 'longest'],
    [
      ['quiet', quiet.length, median(quiet), Math.max(...quiet)],
      ['deliveries are due', busy.length, median(busy), Math.max(...busy)],
    ],
  )
  return {
    measured: `${ratio.toFixed(2)} times`,
    isMet: ratio <= aim,
    broken: beyondNoise([{ title: 'a notification', ratio }], aim),
  }
}
