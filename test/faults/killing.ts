import type { SQSBatchResponse } from 'aws-lambda'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadQueueFunctions } from '../../infra/generation/endpoints.ts'
import { randomFrom } from '../attack/random.ts'
import { workerProcess } from '../support/worker-process.ts'
import { dispatcher, recorder, type Runs } from './consequences.ts'
import type { FaultWorld } from './fault-world.ts'
import type { Flow } from './flow.ts'

/**
 * Victims by flow: the kind of their messages, and the approximate maximum number of their calls. They extract texts,
 * generate courses and replies, index, notify, move, delete and rename. The recorder always runs beside the dispatcher,
 * and dies with it.
 */
const victimsOf: Record<string, [name: string, calls: number][]> = {
  files: [['file-texts', 6]],
  documents: [['course-from-file', 20]],
  chats: [['chat-replies', 30]],
  courses: [['lms-news', 8]],
  tickets: [['ticket-news', 12]],
  merges: [
    ['ticket-merges', 3],
    ['ticket-solutions', 10],
  ],
  tasks: [['task-news', 12]],
  webhooks: [['webhook-deliveries', 15]],
  wiki: [['wiki-news', 12]],
  trash: [
    ['trash-entries', 10],
    ['trash-news', 6],
    ['wiki-deletions', 6],
  ],
  moves: [['wiki-tree-moves', 10]],
  reviews: [['wiki-reviews', 5]],
  people: [
    ['erasure-jobs', 60],
    ['rename-jobs', 40],
  ],
}

/**
 * Worst point to kill a victim, by a text in the call: after a call whose effect must not be repeated. The assistant
 * has created a ticket (flows/chats.ts), and this is not recorded yet.
 */
const worst = new Map([['chat-replies', '"entityType":{"S":"support.ticket"}']])

/** Visibility timeout of a message without a living worker (ms; src/platform/events/worker.ts). */
const hiddenMilliseconds = 60_000

/** Maximum number of consecutive kills, so that no message becomes a dead letter. */
const maxKillsInARow = 2

/** Number of processes started, so that no clock goes back. */
let born = 0

/** Name of the process in its calls. */
const sender = 'workers'

/** Runs and deaths of one worker or the dispatcher. */
export interface Life {
  name: string
  runs: number
  /** Number of the fatal call since the start of the run, or `beside` for the death of another victim. */
  deaths: string[]
  inARow: number
}

/**
 * Runs the dispatcher, the recorder and the workers in one process. Kills the process at calls chosen by the seed,
 * until each victim was killed often enough while it ran; everything else running then dies too. A spare process takes
 * over.
 */
export const killing = async (
  { live, arrived }: FaultWorld,
  { seed, maxDeaths, flows }: { seed: number; maxDeaths: number; flows: Flow[] },
) => {
  const victims = new Map([['dispatcher', 15], ...flows.flatMap(({ name }) => victimsOf[name] ?? [])])
  const cache = await mkdtemp(join(tmpdir(), 'killing-'))
  const files = [dispatcher.file, recorder.file, ...(await loadQueueFunctions()).map(({ file }) => file)]
  const random = randomFrom(seed)
  const start = () =>
    workerProcess(files, {
      AWS_SDK_UA_APP_ID: sender,
      NODE_COMPILE_CACHE: cache,
      // leases of the previous process have expired when the queue redelivers
      CLOCK_AHEAD_MILLISECONDS: String(born++ * hiddenMilliseconds),
    })
  let [current, spare] = [start(), start()]
  let plan: { victim: string; call: number; text?: string; arrives: boolean } | undefined
  /** Victims not yet killed at their worst point. */
  const spared = new Set([...worst.keys()].filter((name) => victims.has(name)))
  const crashes: string[] = []
  const lives = new Map<string, Life>()
  const running: string[] = []

  const lifeOf = (name: string): Life => {
    const life = lives.get(name) ?? { name, runs: 0, deaths: [], inARow: 0 }
    lives.set(name, life)
    return life
  }

  /** Returns the range for the fatal call; it is halved after each run that ended before its fatal call. */
  const sooner = (victim: string, calls: number): number =>
    Math.max(1, calls >> (lifeOf(victim).runs - lifeOf(victim).deaths.length - 1))

  /** Plans a death of this victim, unless another is planned or a consumer would fail too often in a row. */
  const planFor = async (victim: string, calls: number): Promise<void> => {
    if (running.some((name) => lifeOf(name).inARow >= maxKillsInARow)) return
    const text = spared.has(victim) ? worst.get(victim) : undefined
    // the dispatcher always runs and yields to others, and all yield to the worst point
    const isTaken = plan !== undefined && plan.victim !== 'dispatcher' && text === undefined
    if (isTaken || (lifeOf(victim).deaths.length >= maxDeaths && text === undefined)) return
    plan = text
      ? { victim, text, call: 1, arrives: true }
      : { victim, call: 1 + random.below(sooner(victim, calls)), arrives: random.chance(0.5) }
    const { call, arrives } = plan
    await live(sender, { pid: current.pid, call, arrives, ...(text && { text }) })
  }

  /** Lets the spare process replace a dead one, and records the deaths. */
  const takeOver = (dead: typeof current, why: string): void => {
    if (current !== dead) return
    const cause = plan
    if (cause?.text && why.includes('SIGKILL')) spared.delete(cause.victim)
    ;[current, spare, plan] = [spare, start(), undefined]
    if (!why.includes('SIGKILL')) crashes.push(why)
    for (const name of running)
      lifeOf(name).deaths.push(
        name === cause?.victim
          ? `${cause.arrives ? 'behind' : 'before'} ${cause.text ? 'the worst' : cause.call}`
          : 'beside',
      )
  }

  const run: Runs = async ({ name, file }, event) => {
    const life = lifeOf(name)
    life.runs += 1
    running.push(name)
    const calls = victims.get(name)
    if (calls !== undefined) await planFor(name, calls)
    const own = current
    try {
      const outcome = await own.invoke<never>(event, file)
      const { batchItemFailures } = outcome as SQSBatchResponse
      life.inARow = batchItemFailures.length > 0 ? life.inARow + 1 : 0
      if (plan?.victim === name) {
        plan = undefined
        await live(sender)
      }
      return outcome
    } catch (error) {
      life.inARow += 1
      takeOver(own, String(error))
      // Lambda and the queue take seconds to restart; by that time no call of the dead process is in progress
      await arrived()
      throw error
    } finally {
      running.splice(running.indexOf(name), 1)
    }
  }

  return {
    run,
    lives: () => [...lives.values()],
    /** Returns the victims that were never killed; of those that notify, one death is enough. */
    survivors: () => {
      const alive = [...victims.keys()].filter((name) => lifeOf(name).deaths.length === 0)
      const tellers = [...victims.keys()].filter((name) => /-(news|deletions)$/.test(name))
      return tellers.every((name) => alive.includes(name))
        ? alive
        : alive.filter((name) => !tellers.includes(name))
    },
    /** Returns the victims never killed at their worst point. */
    spared: () => [...spared],
    /** Reasons for unplanned ends of the process. */
    crashes,
    stop: async () => {
      await Promise.all([current.kill(), spare.kill()])
      await rm(cache, { recursive: true, force: true })
    },
  }
}
