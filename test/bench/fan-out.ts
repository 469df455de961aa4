import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import type { SQSEvent } from 'aws-lambda'
import { queuePoller } from '../../infra/local/lambda/queue-poller.ts'
import { makeTable } from '../../infra/local/service/resources.ts'
import { localAws } from '../../infra/local/settings/variables.ts'
import type { QueueMessage } from '../../src/platform/events/message-kind.ts'
import { sendToQueues } from '../../src/platform/events/sqs.ts'
import type { Key } from '../../src/platform/table/operation.ts'
import { functionOf } from '../support/messages.ts'
import { inBenchWorld, type BenchWorld } from './bench-world.ts'
import { fanOuts, type FanOut } from './fan-outs.ts'
import { median } from './measures.ts'
import type { Outcome } from './outcome.ts'
import { printTable } from './table.ts'
import { unitsOf } from './units.ts'

/** Number of people affected by a change, and in the brief form, unless `--people=…` sets it. */
const [allPeople, briefPeople] = [100_000, 4_000]

/** Number of people per message. */
const atOnce = 200

/** Number of steps at the beginning and at the end whose units are compared. */
const compared = 10

/** Maximum difference of a final step, in units: pages of rows differ in length. */
const tolerance = 2

interface Step {
  /** IDs of the people whose rows were written. */
  people: Set<string>
  units: number
  milliseconds: number
}

type Poller = ReturnType<typeof queuePoller>

/**
 * Runs the worker with the message and each of its successors, until none remain or their number clearly exceeds the
 * expected one.
 */
const follow = async (world: BenchWorld, { worker, row }: FanOut, first: QueueMessage, enough: number) => {
  const { proxy, endpoints, queueUrls } = world
  const steps: Step[] = []
  const run = functionOf(worker)
  const written = new RegExp(`"pk":\\{"S":"${row.pk}([^"]+)"`, 'g')
  const invoke = async (event: SQSEvent) => {
    proxy.calls.length = 0
    const from = performance.now()
    const outcome = await run(event)
    const milliseconds = performance.now() - from
    const puts = proxy.calls.filter(({ operation }) => /^(Put|BatchWrite)Item$/.test(operation))
    const people = new Set(puts.flatMap(({ body }) => [...body.matchAll(written)].map(([, id = '']) => id)))
    const { read, write } = unitsOf(proxy.calls)
    steps.push({ people, units: read + write, milliseconds })
    return outcome
  }
  const [begin, goOn] = [first.queue, 'fan-outs'].map((queue) =>
    queuePoller({ endpoints, url: queueUrls[queue] as string, atOnce: 1, invoke, retrySeconds: 0 }),
  ) as [Poller, Poller]
  proxy.countsCapacity = true
  await sendToQueues([first])
  await begin.step(0)
  while (steps.length <= enough) if ((await goOn.step(0)) === 0) break
  proxy.countsCapacity = false
  proxy.calls.length = 0
  return steps
}

/** Returns the owners of rows in the table, once per row. */
const rowsIn = async (dynamodb: string, TableName: string, { pk, sk }: Key): Promise<string[]> => {
  const client = new DynamoDBClient({ ...localAws, endpoint: dynamodb })
  const ids: string[] = []
  const scan = {
    TableName,
    ProjectionExpression: 'pk',
    FilterExpression: 'begins_with(pk, :pk) AND begins_with(sk, :sk)',
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
  }
  for await (const { Items = [] } of paginateScan({ client: DynamoDBDocumentClient.from(client) }, scan))
    ids.push(...Items.map((item) => (item as Key).pk.slice(pk.length)))
  client.destroy()
  return ids
}

/** Notifies this many people in a table of its own, and compares the notified people with the affected ones. */
const measure = async (world: BenchWorld, fanOut: FanOut, count: number) => {
  const { name, row } = fanOut
  const table = name.replace('/', '-')
  await makeTable(world.endpoints, table, { hasStream: false })
  process.env['TABLE_NAME'] = table
  const { first, people } = await fanOut.given(count)
  const wanted = Math.ceil(count / atOnce)
  const steps = await follow(world, fanOut, first, wanted)

  const rows = await rowsIn(world.endpoints.dynamodb, table, row)
  const told = new Set(rows)
  const missed = people.difference(told).size
  const written = steps.reduce((sum, step) => sum + step.people.size, 0)
  const twice = Math.max(rows.length, written) - told.size
  const ends = [steps.slice(0, compared), steps.slice(-compared)]
  const units = ends.map((some) => median(some.map((step) => step.units)))
  const milliseconds = ends.map((some) => median(some.map((step) => step.milliseconds)))
  const [unitsFirst = NaN, unitsLast = NaN] = units
  const wrong: [boolean, string][] = [
    [steps.length !== wanted, `${steps.length} steps instead of ${wanted}`],
    [missed > 0, `${missed} people missed`],
    [twice > 0, `${twice} people twice`],
    [told.size > people.size - missed, `${told.size - people.size + missed} people who do not wait for it`],
    [
      !(Math.abs(unitsLast - unitsFirst) <= tolerance),
      `${unitsLast} units a step at the end, ${unitsFirst} at the beginning`,
    ],
  ]
  const broken = wrong.flatMap(([isWrong, what]) => (isWrong ? [`${name}: ${what}`] : []))
  const times = milliseconds.map(Math.round)
  return { cells: [name, steps.length, told.size, missed, twice, ...units, ...times], broken }
}

/**
 * Measures a change that affects 100,000 people, for each worker that continues through messages to itself, all its
 * steps in a row.
 */
export const fanOut = (flags: string[]) =>
  inBenchWorld(async (world): Promise<Outcome> => {
    const asked = flags.find((flag) => flag.startsWith('--people='))?.slice('--people='.length)
    const count = Number(asked ?? (flags.includes('--ci') ? briefPeople : allPeople))
    const rows = []
    for (const one of fanOuts) rows.push(await measure(world, one, count))
    process.env['TABLE_NAME'] = world.variables['TABLE_NAME']
    printTable(
      `fan-out to ${count} people: median units and milliseconds of the first and the last ${compared} steps`,
      ['worker', 'steps', 'told', 'missed', 'twice', 'units', 'at the end', 'ms', 'at the end'],
      rows.map(({ cells }) => cells),
    )
    const broken = rows.flatMap((row) => row.broken)
    const steps = rows.map(({ cells: [, steps] }) => steps).join(' and ')
    return {
      measured: [`${count} people in ${steps} steps`, ...broken].join('; '),
      isMet: broken.length === 0,
      broken,
    }
  })
