import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '../attack/random.ts'
import { complaints, crossings, operationOf, type Dialect } from './fault-dialects.ts'
import { noFault, type Counts, type Death, type Setting } from './fault-proxy.ts'

const listening = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

interface Whole {
  status: number
  headers: IncomingMessage['headers']
  bytes: Buffer
}

/** Forwards a call and returns the complete response. */
const forward = (target: string, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Whole> =>
  new Promise((resolve, reject) => {
    const forwarded = request(new URL(url ?? '/', target), { method, headers }, (answer) => {
      answer.toArray().then((chunks: Buffer[]) => {
        resolve({ status: answer.statusCode ?? 500, headers: answer.headers, bytes: Buffer.concat(chunks) })
      }, reject)
    })
    forwarded.once('error', reject).end(body)
  })

/** Forwarded calls without a response. */
const underWay = new Set<Promise<Whole>>()

/** Returns the sender of a call, from the app ID of the AWS SDK (`AWS_SDK_UA_APP_ID`). */
const senderOf = ({ headers }: IncomingMessage) => /\bapp\/(\S+)/.exec(headers['user-agent'] ?? '')?.[1] ?? ''

const lives = new Map<string, { calls: number; fitting: number; death?: Death | undefined }>()

/** Counts a call of a sender; returns its death if this is its last call. */
const lastOf = (sender: string, body: Buffer): Death | undefined => {
  const life = lives.get(sender)
  if (!life) return undefined
  life.calls += 1
  if (!life.death || !body.includes(life.death.text ?? '')) return undefined
  life.fitting += 1
  return life.fitting === life.death.call ? life.death : undefined
}

const proxied = async (dialect: Dialect, target: string) => {
  let setting: Setting = noFault
  let roll = randomFrom(0).next
  let counts: Counts = { calls: 0, faults: 0, byOperation: {} }

  const isStruck = (operation: string) => {
    const { fault, rate, operations, first = 0 } = setting
    // takes one number per call, so that the same calls meet the same faults
    const chance = roll()
    const by = (counts.byOperation[operation] ??= { calls: 0, faults: 0 })
    counts.calls += 1
    by.calls += 1
    if (fault === 'none' || (chance >= rate && counts.calls > first)) return false
    if (operations && !new RegExp(`^(${operations})$`).test(operation)) return false
    if (fault === 'crossing' && !crossings[operation]) return false
    if (fault === 'five' && operation !== 'SendMessageBatch') return false
    counts.faults += 1
    by.faults += 1
    return true
  }

  const answer = (outgoing: ServerResponse, { status, headers, bytes }: Whole) => {
    const { 'transfer-encoding': _, ...kept } = headers
    const length = headers['content-length'] ?? String(bytes.length)
    outgoing.writeHead(status, { ...kept, 'content-length': length })
  }

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const operation = operationOf(incoming.headers['x-amz-target'], incoming.method ?? 'GET')
    const struck = isStruck(operation)
    const { fault, milliseconds } = setting
    const chance = roll()
    const body = Buffer.concat((await incoming.toArray()) as Buffer[])
    const pass = async () => {
      const passed = forward(target, incoming, body)
      underWay.add(passed)
      return passed.finally(() => underWay.delete(passed))
    }
    const whole = async () => {
      const given = await pass()
      answer(outgoing, given)
      outgoing.end(given.bytes)
    }
    const death = lastOf(senderOf(incoming), body)
    if (death) {
      if (death.arrives) await pass()
      process.kill(death.pid, 'SIGKILL')
      return incoming.socket.destroy()
    }
    if (!struck) return whole()
    switch (fault) {
      case 'throttle':
      case 'error': {
        const { status, headers, body: text } = complaints[dialect][fault]
        return outgoing.writeHead(status, headers).end(text)
      }
      case 'crossing': {
        const { status = 400, headers, body: text } = crossings[operation] ?? {}
        return outgoing.writeHead(status, headers).end(text)
      }
      case 'reset':
        return incoming.socket.destroy()
      case 'lost':
        await pass()
        return incoming.socket.destroy()
      case 'hang':
        // half of the calls never arrive, the others succeed without a response
        return chance < 0.5 ? undefined : pass()
      case 'delay':
        await sleep(chance * milliseconds)
        return whole()
      case 'late':
        await sleep(milliseconds)
        return whole()
      case 'cut':
      case 'stall': {
        const given = await pass()
        answer(outgoing, given)
        const half = given.bytes.subarray(0, Math.floor(given.bytes.length / 2))
        outgoing.write(half)
        if (fault === 'stall') return undefined
        // lets the bytes written before arrive
        await sleep(5)
        return incoming.socket.destroy()
      }
      case 'five':
        for (let n = 0; n < 4; n += 1) await pass()
        return whole()
      default:
        return whole()
    }
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => incoming.socket.destroy())
  })
  server.keepAliveTimeout = 60_000
  const port = await listening(server)
  return {
    url: `http://127.0.0.1:${port}`,
    set: (next: Setting) => {
      setting = next
      roll = randomFrom(next.seed).next
      counts = { calls: 0, faults: 0, byOperation: {} }
    },
    counts: () => counts,
  }
}

const targets = process.argv.slice(2).map((argument) => argument.split('=', 2) as [Dialect, string])
const proxies = new Map(
  await Promise.all(targets.map(async ([name, target]) => [name, await proxied(name, target)] as const)),
)

/** Starts the next life of a sender; returns the number of calls in the previous one. */
const bear = (sender: string, death: Death | undefined) => {
  const calls = lives.get(sender)?.calls ?? 0
  lives.set(sender, { calls: 0, fitting: 0, death })
  return { calls }
}

const control = createServer((incoming, outgoing) => {
  const [, name = '', sender] = (incoming.url ?? '').split('/')
  const proxy = proxies.get(name as Dialect)
  void incoming.toArray().then(async (chunks: Buffer[]) => {
    if (name === 'arrived') await Promise.allSettled(underWay)
    const given = chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as unknown) : undefined
    if (proxy && incoming.method === 'PUT') proxy.set(given as Setting)
    const answer = sender
      ? bear(sender, given as Death | undefined)
      : name === 'arrived'
        ? {}
        : proxy?.counts()
    outgoing
      .writeHead(answer ? 200 : 404, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(answer ?? {}))
  })
})
const port = await listening(control)
const urls = Object.fromEntries([...proxies].map(([name, { url }]) => [name, url]))
process.stdout.write(`${JSON.stringify({ control: `http://127.0.0.1:${port}`, urls })}\n`)

// ends together with the parent process
process.stdin.resume().once('close', () => process.exit(0))
