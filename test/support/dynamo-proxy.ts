import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface DynamoProxy {
  url: string
  /** Received calls with their start and end, and while capacity is counted, with consumed units and read rows. */
  calls: { operation: string; body: string; from: number; to: number; units: number; rows: number }[]
  /** True if the proxy asks the table for the consumed capacity (`ReturnConsumedCapacity`). */
  countsCapacity: boolean
  /** Delay before each response (ms). */
  delay: number
  /**
   * True if responses wait for those of all open calls, and until no call has arrived for `delay`. Then no call seems
   * to depend on another, however slow the table or this process is.
   */
  answersTogether: boolean
  /**
   * Returns true if the response of this attempt is lost: the call reaches the table, but its sender sees a broken
   * connection.
   */
  loses: (operation: string, attempt: number, body: string) => boolean
  /** Returns true if the response of this attempt stalls in the middle. */
  stalls: (operation: string, attempt: number) => boolean
  /** Returns true if this call is neither forwarded nor answered. */
  keeps: (operation: string, body: string) => boolean
  /** Returns a promise to wait for before the call is forwarded. */
  holds: (operation: string) => Promise<void> | undefined
  /**
   * Returns true if this call is dropped: it does not reach the table, and its sender immediately sees a broken
   * connection.
   */
  drops: (operation: string, body: string) => boolean
  /**
   * True if transactions are forwarded without their tokens, as if DynamoDB had forgotten them, which takes 10 minutes.
   */
  forgets: boolean
  /** True if no call is forwarded or answered. */
  hangs: boolean
  /** Number of writes per second; further ones are throttled as the table does it. */
  writesPerSecond: number
  stop: () => Promise<void>
}

interface Counted {
  ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[]
  ScannedCount?: number
  Responses?: Record<string, unknown[]>
}

/** Returns the capacity units that a call consumed in all tables and indexes, and the number of rows it read. */
const countedIn = (answer: Buffer) => {
  const { ConsumedCapacity = [], ScannedCount = 0, Responses = {} } = JSON.parse(answer.toString()) as Counted
  const units = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
  return { units, rows: ScannedCount + Object.values(Responses).flat().length }
}

const withCapacity = (body: Buffer) =>
  Buffer.from(JSON.stringify({ ...(JSON.parse(body.toString()) as object), ReturnConsumedCapacity: 'TOTAL' }))

const withoutToken = (body: Buffer) => {
  const { ClientRequestToken: _, ...rest } = JSON.parse(body.toString()) as Record<string, unknown>
  return Buffer.from(JSON.stringify(rest))
}

const bytesOf = async (message: IncomingMessage) => Buffer.concat(await message.toArray())

/** Request to forward or response to send, with the rejected writes. */
interface Granted {
  body?: Buffer
  unprocessed?: { UnprocessedItems: Record<string, unknown[]> }
  status?: number
  answer?: string
}

const refused: Granted = {
  status: 400,
  answer: JSON.stringify({
    __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
    message: 'The level of configured provisioned throughput for the table was exceeded.',
  }),
}

/** Returns a function that grants this many writes per second, regardless of the sender. */
const throttle = () => {
  let [second, left] = [0, 0]
  return (operation: string, body: Buffer, writesPerSecond: number): Granted => {
    if (writesPerSecond === Infinity || !/Put|Update|Delete|Write/.test(operation)) return { body }
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) [second, left] = [now, writesPerSecond]
    if (left <= 0) return refused
    if (operation !== 'BatchWriteItem') {
      left -= 1
      return { body }
    }
    const call = JSON.parse(body.toString()) as { RequestItems: Record<string, unknown[]> }
    const [[table, writes] = ['', []]] = Object.entries(call.RequestItems)
    const taken = writes.slice(0, left)
    left -= taken.length
    const rest = writes.slice(taken.length)
    const own = Buffer.from(JSON.stringify({ ...call, RequestItems: { [table]: taken } }))
    return { body: own, ...(rest.length > 0 && { unprocessed: { UnprocessedItems: { [table]: rest } } }) }
  }
}

/** Starts a proxy in front of DynamoDB that counts and delays calls, loses calls or responses, or hangs. */
export const startDynamoProxy = async (target: string): Promise<DynamoProxy> => {
  /** Calls without a response of the table, and the responses that wait for them. */
  const open = { calls: 0, cameAt: 0, answered: Promise.withResolvers<void>() }
  const answerIfQuiet = () => {
    if (open.calls > 0) return
    const left = open.cameAt + proxy.delay - performance.now()
    if (left > 0) return void setTimeout(answerIfQuiet, left)
    open.answered.resolve()
    open.answered = Promise.withResolvers()
  }
  const answeredTogether = () => {
    const { promise } = open.answered
    answerIfQuiet()
    return promise
  }
  const grant = throttle()
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing))
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const operation = String(incoming.headers['x-amz-target']).replace(/^.*\./, '')
    const attempt = Number(/attempt=(\d+)/.exec(String(incoming.headers['amz-sdk-request']))?.[1])
    const entry = { operation, body: '', from: performance.now(), to: Infinity, units: 0, rows: 0 }
    proxy.calls.push(entry)
    const body = await bytesOf(incoming)
    entry.body = body.toString()
    if (proxy.drops(operation, entry.body)) return void incoming.socket.destroy()
    if (proxy.hangs || proxy.keeps(operation, entry.body)) return
    open.calls += 1
    open.cameAt = entry.from
    await proxy.holds(operation)
    if (proxy.delay > 0 && !proxy.answersTogether) await sleep(proxy.delay)
    const pass = async (answer: IncomingMessage) => {
      const bytes = await bytesOf(answer)
      open.calls -= 1
      if (proxy.answersTogether) await answeredTogether()
      entry.to = performance.now()
      if (granted.unprocessed) return void outgoing.end(JSON.stringify(granted.unprocessed))
      if (proxy.countsCapacity) Object.assign(entry, countedIn(bytes))
      if (proxy.loses(operation, attempt, entry.body)) return void incoming.socket.destroy()
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      if (proxy.stalls(operation, attempt)) return void outgoing.write(bytes.subarray(0, bytes.length / 2))
      outgoing.end(bytes)
    }
    const granted = grant(operation, proxy.forgets ? withoutToken(body) : body, proxy.writesPerSecond)
    if (!granted.body) {
      open.calls -= 1
      return void outgoing.writeHead(granted.status ?? 200).end(granted.answer)
    }
    const known = granted.body
    const sent = proxy.countsCapacity ? withCapacity(known) : known
    const headers = { ...incoming.headers, 'content-length': sent.length }
    const forwarded = request(target, { method: 'POST', headers }, (answer) => void pass(answer))
    forwarded.end(sent)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: DynamoProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    countsCapacity: false,
    delay: 0,
    answersTogether: false,
    loses: () => false,
    stalls: () => false,
    keeps: () => false,
    holds: () => undefined,
    drops: () => false,
    forgets: false,
    hangs: false,
    writesPerSecond: Infinity,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return proxy
}

/** Holds calls of an operation: `came` resolves with the first call, and `pass` lets all continue. */
export const heldCalls = (proxy: DynamoProxy, operation: string) => {
  const [came, passed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  proxy.holds = (one) => {
    if (one !== operation) return undefined
    came.resolve()
    return passed.promise
  }
  return { came: came.promise, pass: passed.resolve }
}

/** Returns for each call, in order of arrival, its position in the longest chain of sequential calls, from 1. */
export const depthsOf = (calls: Pick<DynamoProxy['calls'][number], 'from' | 'to'>[]): number[] => {
  const depths: number[] = []
  for (const [i, { from }] of calls.entries()) {
    const before = calls.slice(0, i).map(({ to }, j) => (to <= from ? (depths[j] ?? 0) : 0))
    depths.push(1 + Math.max(0, ...before))
  }
  return depths
}

/** Returns the number of sequential calls: the length of the longest chain in which each waits for the previous one. */
export const sequentialTrips = (calls: DynamoProxy['calls']): number => Math.max(0, ...depthsOf(calls))
