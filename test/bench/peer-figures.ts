import type { APIGatewayProxyEvent } from 'aws-lambda'
import { handlerIn } from './handler-in.ts'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sequentialTrips } from '../support/dynamo-proxy.ts'
import type { BenchWorld } from './bench-world.ts'
import { bundled, fileOf } from './bundle.ts'
import { told } from './child.ts'
import { interleaved } from './measures.ts'
import { requireSame, type Handler, type PeerCall } from './peer-calls.ts'
import { planOf, prepared, recordedCall } from './recording.ts'
import type { Warmed } from './warm-process.ts'

export const [coldRuns, warmRuns] = [20, 300]

/**
 * Simulated latency in milliseconds: the emulator answers within a millisecond or two on this machine, DynamoDB in the
 * same region within some more.
 */
export const farMilliseconds = 5

/** Name of the baseline. */
export const bare = 'bare SDK'

/** Figures of one contender for one call: counts, and milliseconds. */
export interface Figures {
  call: string
  name: string
  kilobytes: number
  trips: number
  calls: number
  load: number[]
  start: number[]
  answer: number[]
  far: number[]
}

/** Contender of a call: its bundle, and its next event. */
interface Contender {
  program: string
  next: () => Promise<object>
}

type Contenders = Record<string, Contender>

/** Counts the size of each bundle, and its calls of the table, in total and sequentially. */
const counted = async (
  call: PeerCall,
  event: () => Promise<APIGatewayProxyEvent>,
  contenders: Contenders,
  { proxy }: BenchWorld,
) => {
  const handlers = new Map<string, Handler>()
  for (const [name, { program }] of Object.entries(contenders))
    handlers.set(name, handlerIn<Handler>(await import(program)))
  const figures: Record<string, { kilobytes: number; trips: number; calls: number }> = {}
  for (const [name, { program, next }] of Object.entries(contenders)) {
    const handler = handlers.get(name) as Handler
    if (name !== bare) await requireSame(call, handlers.get('ours') as Handler, handler, event)
    const input = await next()
    const calls = await recordedCall(async () => (await handler(input, {})) ?? answered, proxy)
    const kilobytes = Math.round(statSync(program).size / 1000)
    figures[name] = { kilobytes, trips: sequentialTrips(calls), calls: calls.length }
  }
  return figures
}

/** Response of the bare handler, which has an empty body. */
const answered = { statusCode: 200, body: '' }

interface Cold {
  load: number
  all: number
}

/** Measures the milliseconds of the import, and of import and first response, in fresh processes in turns. */
const cold = async (contenders: Contenders, { variables, directory }: BenchWorld) => {
  const program = await bundled('test/bench/cold-process.ts', directory)
  const loads: Record<string, number[]> = {}
  const starts = Object.entries(contenders).map(([name, { program: artifact, next }]) => {
    const start = async () => {
      const file = join(directory, 'cold.json')
      writeFileSync(file, JSON.stringify(await next()))
      const { load, all } = await told<Cold>(program, [artifact, file], variables)
      ;(loads[name] ??= []).push(load)
      return all
    }
    return [name, start] as const
  })
  const works = Object.fromEntries(starts)
  await interleaved(1, works) // reads the files from disk
  for (const values of Object.values(loads)) values.length = 0
  return { all: await interleaved(coldRuns, works), loads }
}

/** Measures the milliseconds of a call in one process, in turns, with this latency of the table in milliseconds. */
const warm = async (contenders: Contenders, delay: number, { proxy, variables, directory }: BenchWorld) => {
  const far = { ...variables, AWS_ENDPOINT_URL_DYNAMODB: proxy.url }
  const program = await bundled('test/bench/warm-process.ts', directory)
  const warmed: Warmed = {}
  for (const [name, { program, next }] of Object.entries(contenders)) {
    const inputs = []
    for (let run = 0; run < warmRuns; run += 1) inputs.push(await next())
    warmed[name] = { program, inputs }
  }
  const file = join(directory, 'warm.json')
  writeFileSync(file, JSON.stringify(warmed))
  proxy.delay = delay
  const env = delay > 0 ? far : variables
  const times = await told<Record<string, number[]>>(program, [file, String(warmRuns)], env)
  proxy.delay = 0
  return times
}

/** Returns all figures of one call, by contender; in the brief form, those that do not depend on time. */
export const figuresOf = async (
  call: PeerCall,
  bundles: Record<string, string>,
  world: BenchWorld,
  isBrief: boolean,
) => {
  const { next } = await prepared(call.scenario)
  const event = async (): Promise<APIGatewayProxyEvent> => {
    const made = await next()
    return { ...made, headers: { ...made.headers, Host: 'api.example.com' } }
  }
  const program = await bundled(fileOf(call.scenario.endpoint), world.directory)
  const handler = handlerIn<Handler>(await import(program))
  const first = await event()
  const plan = planOf(await recordedCall(() => handler(first, {}), world.proxy))
  const contenders: Contenders = {
    [bare]: {
      program: await bundled('test/bench/bare-handler.ts', world.directory),
      next: async () => ({ plan }),
    },
    ours: { program, next: event },
  }
  for (const [name, bundle] of Object.entries(bundles)) contenders[name] = { program: bundle, next: event }
  const counts = await counted(call, event, contenders, world)
  if (isBrief)
    return Object.entries(counts).map(([name, count]): Figures => ({
      call: call.title,
      name,
      ...count,
      load: [],
      start: [],
      answer: [],
      far: [],
    }))
  const colds = await cold(contenders, world)
  const warms = await warm(contenders, 0, world)
  const fars = await warm(contenders, farMilliseconds, world)
  return Object.entries(counts).map(([name, count]): Figures => {
    const of = (times: Record<string, number[]>) => times[name] ?? []
    const times = { load: of(colds.loads), start: of(colds.all), answer: of(warms), far: of(fars) }
    return { call: call.title, name, ...count, ...times }
  })
}
