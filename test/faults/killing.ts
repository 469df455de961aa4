import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomFrom } from '../attack/random.ts'
import type { Death } from '../support/fault-proxy.ts'
import { workerProcess } from '../support/worker-process.ts'
import type { Consumer, Runs } from './consequences.ts'
import type { FaultWorld } from './fault-world.ts'

/** How long a message is hidden that nobody works on any more, in milliseconds (src/platform/worker.ts). */
const hiddenMilliseconds = 60_000

/** A message is killed at so often at the most, so that it does not end among the dead letters. */
const mostInARow = 3

/** How many calls a consumer is taken to make before one has been seen to its end. */
const usualCalls = 10

/** Each consumer has numbers of its own. */
const seedOf = (name: string, seed: number) =>
  [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), Math.imul(seed, 40_503))

/** What has become of one consumer. */
export interface Life {
  name: string
  runs: number
  /** Where it was killed: at which call, of how many as far as known, and whether that call arrived. */
  deaths: { call: number; of: number; arrives: boolean }[]
  /** How often it ended though nobody killed it. */
  crashes: number
}

/** Runs consumers in processes of their own, and kills each of them `most` times, at points that the seed chooses. */
export const killing = async ({ live }: FaultWorld, { seed, most }: { seed: number; most: number }) => {
  const cache = await mkdtemp(join(tmpdir(), 'killing-'))
  const start = ({ name, file }: Consumer, deaths: number) =>
    workerProcess(file, {
      AWS_SDK_UA_APP_ID: name,
      NODE_COMPILE_CACHE: cache,
      // what it left when it was killed, such as a lease, is over by the time the queue delivers again
      CLOCK_AHEAD_MILLISECONDS: String(deaths * hiddenMilliseconds),
    })
  const born = (consumer: Consumer) => ({
    life: { name: consumer.name, runs: 0, deaths: [], crashes: 0 } as Life,
    random: randomFrom(seedOf(consumer.name, seed)),
    process: start(consumer, 0),
    calls: usualCalls,
    inARow: 0,
  })
  const hosts = new Map<string, ReturnType<typeof born>>()

  const run: Runs = async (consumer, event) => {
    const { name } = consumer
    const host = hosts.get(name) ?? born(consumer)
    hosts.set(name, host)
    const { life, random, process } = host
    life.runs += 1
    const isDue = life.deaths.length < most && host.inARow < mostInARow && random.chance(0.7)
    const death: Death | undefined = isDue
      ? { pid: process.pid, call: 1 + random.below(host.calls), arrives: random.chance(0.5) }
      : undefined
    await live(name, death)
    try {
      const outcome = await process.invoke<never>(event)
      host.inARow = 0
      return outcome
    } catch (error) {
      host.inARow += 1
      const calls = await live(name)
      if (death && calls >= death.call)
        life.deaths.push({ call: death.call, of: host.calls, arrives: death.arrives })
      else life.crashes += 1
      host.process = start(consumer, life.deaths.length)
      throw error
    } finally {
      host.calls = Math.max(host.calls, await live(name))
    }
  }

  return {
    run,
    lives: () => [...hosts.values()].map(({ life }) => life),
    stop: async () => {
      await Promise.all([...hosts.values()].map(({ process }) => process.kill()))
      await rm(cache, { recursive: true, force: true })
    },
  }
}
