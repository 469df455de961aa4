import { setTimeout as sleep } from 'node:timers/promises'
import { printTable } from '../bench/table.ts'
import type { Fault } from '../support/fault-proxy.ts'
import { all, isUnavailable, must, type Answer, type Ask, type Client } from './client.ts'
import type { FaultWorld } from './fault-world.ts'
import type { Options } from './options.ts'

/** Time limit for a 503 while everything is down (ms). */
const refusedWithin = 3_000

/** Additional time allowed for a request after an outage, for retries in progress (ms). */
const servedWithin = 1_000

/** Maximum number of attempts of a call: one, and four retries (src/platform/table/client.ts). */
const maxAttempts = 5

/**
 * Maximum number of calls that a request starts in parallel: for its caller, its resource, and its list or
 * Idempotency-Key.
 */
const atOnce = 3

/** Number of calls that reading a page starts in parallel. */
const atOnceAlone = 2

/** Kinds of outages; in a stall, the response has begun. */
const ways: Fault[] = ['throttle', 'error', 'reset', 'hang', 'stall']

/** Operations that write to the table. */
const writing = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems']

interface Timed {
  request: Ask
  answer: Answer
  milliseconds: number
}

const timed = async (client: Client, request: Ask): Promise<Timed> => {
  const from = performance.now()
  const answer = await client(request)
  return { request, answer, milliseconds: performance.now() - from }
}

const given = async ({ person }: FaultWorld) => {
  const { client } = await person()
  const post = (path: string, body: object) => must(client, { method: 'POST', path, body })
  const space = await post('/wiki/spaces', { name: `Down ${Date.now()}` })
  const page = await post('/wiki/pages', { space_id: space.id, title: 'Page', content: 'Text' })
  const project = await post('/task/projects', { name: 'Down' })
  const chat = await post('/chats', { topic: 'Down', participants: [] })
  const requests: Ask[] = [
    { method: 'GET', path: '/auth/me' },
    { method: 'GET', path: `/wiki/pages/${page.id}` },
    { method: 'GET', path: '/search?q=text' },
    { method: 'GET', path: '/lms/courses' },
    { method: 'POST', path: `/wiki/pages/${page.id}/revisions`, body: { content: 'More' } },
    { method: 'POST', path: `/task/projects/${project.id}/tasks`, body: { title: 'Task' }, key: 'down' },
    { method: 'POST', path: '/support/tickets', body: { subject: 'Help' } },
    { method: 'POST', path: `/chats/${chat.id}/message`, body: { text: 'Hello' } },
    { method: 'POST', path: '/files', body: { name: 'a.txt', size: 3 } },
  ]
  /** Creates a page shortly before an outage, so that its consequences are interrupted. */
  const write = (title: string) => post('/wiki/pages', { space_id: space.id, title, content: 'Text' })
  return { client, requests, write }
}

const shown = ({ request, answer, milliseconds }: Timed) =>
  `${request.method} ${request.path}: ${answer.status} ${answer.text.slice(0, 150)} ` +
  `after ${Math.round(milliseconds)} ms`

/** Blocks all writes while reads work. Each request must reach its first write, and retry it within the limits. */
const writesDown = async (
  world: FaultWorld,
  client: Client,
  requests: Ask[],
  { way, seed }: { way: Fault; seed: number },
) => {
  const found: string[] = []
  const setting = { fault: way, rate: 1, seed, operations: writing.join('|') }
  let [slowest, maxCalls] = [0, 0]
  for (const request of requests) {
    await world.strike(setting, ['dynamodb'])
    const key = request.key === undefined ? undefined : `${request.key}${way}`
    const one = await timed(client, { ...request, key })
    const { byOperation } = (await world.calm()).dynamodb
    const calls = writing.reduce((sum, name) => sum + (byOperation[name]?.calls ?? 0), 0)
    const isLate = async () => {
      await world.strike(setting, ['dynamodb'])
      const again = await timed(client, { ...request, key })
      await world.calm()
      return again.milliseconds > refusedWithin
    }
    // reads come first and may be slow on a busy machine, so a slow request is repeated
    if (!isUnavailable(one.answer) || (one.milliseconds > refusedWithin && (await isLate())))
      found.push(`${way} of writes: ${shown(one)}`)
    if (calls === 0 || calls > maxAttempts)
      found.push(`${way} of writes: ${shown(one)}, and ${calls} writes of the table, not 1 to ${maxAttempts}`)
    slowest = Math.max(slowest, one.milliseconds)
    maxCalls = Math.max(maxCalls, calls)
  }
  return { found, row: [`${way} of writes`, requests.length, Math.round(slowest), maxCalls, '', ''] }
}

/** Takes down everything behind the service and brings it back. */
export const everythingDown = async ({ seed, fault, ci }: Options, world: FaultWorld): Promise<string[]> => {
  const found: string[] = []
  const rows: (string | number)[][] = []
  const { client, requests, write } = await given(world)
  await world.settle()
  const askAll = () => Promise.all(requests.map((request) => timed(client, request)))
  await askAll()
  await world.settle()
  const before = new Map((await askAll()).map(({ request, milliseconds }) => [request, milliseconds]))
  await world.settle()
  const isOver = ({ request, milliseconds }: Timed) =>
    milliseconds > servedWithin + (before.get(request) ?? 0)
  // a request that was slow on a busy machine is repeated alone
  const isSlow = async (answer: Timed) => isOver(answer) && isOver(await timed(client, answer.request))
  const isLate = async (way: Fault, request: Ask) => {
    await world.strike({ fault: way, rate: 1, seed })
    const again = await timed(client, request)
    await world.calm()
    return !isUnavailable(again.answer) || again.milliseconds > refusedWithin
  }
  const slowestOf = (answers: Timed[]) => Math.max(...answers.map(({ milliseconds }) => milliseconds))
  const usualWays = ci ? ways.filter((one) => one !== 'stall') : ways
  const chosen = fault.length > 0 ? ways.filter((one) => fault.includes(one)) : usualWays
  // comes first, while the retry budget is full
  const writers = requests.filter(({ method }) => method !== 'GET')
  const struck = ci ? writers.slice(0, 2) : writers
  // keeps consequences of completed writes from being counted
  const over = Promise.withResolvers<void>()
  world.run(async (_consumer, _event, here) => {
    await over.promise
    return here()
  })
  for (const way of chosen) {
    const { found: wrong, row } = await writesDown(world, client, struck, { way, seed })
    found.push(...wrong)
    rows.push(row)
  }
  over.resolve()
  world.run()
  await world.settle()
  for (const way of chosen) {
    await world.strike({ fault: way, rate: 1, seed })
    // a single request with all its retries, as in a Lambda function
    const alone = await timed(client, requests[1] as Ask)
    const callsAlone = (await world.calm()).dynamodb.calls
    const title = `outage${way}`
    await write(title)
    await world.strike({ fault: way, rate: 1, seed })
    // many requests in parallel, and again after the retry budget is used up
    const refused = [alone, ...(await askAll()), ...(ci ? [] : await askAll())]
    const { dynamodb } = await world.calm()
    const back = await askAll()

    const maxCalls = refused.length * atOnce * maxAttempts
    for (const one of back)
      if (one.answer.status >= 300 || (await isSlow(one))) found.push(`after ${way}: ${shown(one)}`)
    for (const one of refused)
      if (
        !isUnavailable(one.answer) ||
        (one.milliseconds > refusedWithin && (await isLate(way, one.request)))
      )
        found.push(`${way}: ${shown(one)}`)
    if (callsAlone > atOnceAlone * maxAttempts)
      found.push(`${way}: one request made ${callsAlone} calls of the table`)
    if (dynamodb.calls > maxCalls)
      found.push(`${way}: ${dynamodb.calls} calls of the table, not ${maxCalls} at most`)
    rows.push([
      way,
      refused.length,
      Math.round(slowestOf(refused)),
      callsAlone,
      dynamodb.calls,
      Math.round(slowestOf(back)),
    ])
    await sleep(100)
    await world.settle()
    const hits = await all(client, `/search?types=wiki_page&q=${title}`)
    if (hits.length !== 1)
      found.push(`after ${way}: the search finds ${hits.length} pages that were written before, not 1`)
  }
  printTable(
    'Everything down',
    [
      'how',
      'requests',
      'slowest 503, ms',
      'calls of the table by one',
      'by all',
      'slowest answer afterwards, ms',
    ],
    rows,
  )
  return found
}
