import type { SQSBatchResponse } from 'aws-lambda'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadQueueFunctions } from '../../infra/endpoints.ts'
import { randomFrom } from '../attack/random.ts'
import { workerProcess } from '../support/worker-process.ts'
import { dispatcher, recorder, type Runs } from './consequences.ts'
import type { FaultWorld } from './fault-world.ts'
import type { Flow } from './flow.ts'

/**
 * What is to be killed, by the kind of its messages and by the flow that has it run, and about how many calls it makes
 * at most: what makes texts, courses, replies, rows of the search, and news, and what moves, removes and renames. The
 * recorder is always beside the dispatcher, and dies with it.
 */
const victimsOf: Record<string, [name: string, calls: number][]> = {
  files: [['file-texts', 6]],
  documents: [['course-from-file', 20]],
  chats: [['chat-replies', 30]],
  courses: [['lms-news', 8]],
  tickets: [['ticket-news', 12]],
  tasks: [['task-news', 12]],
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
 * Where a victim is killed above all: behind the call that makes something which must not be made again, by a
 * text in that call. An assistant has made a ticket (flows/chats.ts), and nobody has written down yet that it
 * has.
 */
const worst = new Map([['chat-replies', '"entityType":{"S":"support.ticket"}']])

/** How long a message is hidden that nobody works on any more, in milliseconds (src/platform/events/worker.ts). */
const hiddenMilliseconds = 60_000

/** Nothing is killed so often in a row that its message ends among the dead letters. */
const maxKillsInARow = 2

/** How many processes there were, so that no clock goes back. */
let born = 0

/** The name of the process in its calls. */
const sender = 'workers'

/** What has become of one worker, or of the dispatcher. */
export interface Life {
  name: string
  runs: number
  /** Where it was killed: at which call since it began, or beside what. */
  deaths: string[]
  inARow: number
}

/**
 * Runs the dispatcher, the recorder and the workers in one process, and kills it at calls that the seed chooses, until
 * each of the victims was killed so often while it ran; whatever else runs then is killed as well. Another process
 * takes over.
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
      // what is left by the one before, such as a lease, is over by the time the queue delivers again
      CLOCK_AHEAD_MILLISECONDS: String(born++ * hiddenMilliseconds),
    })
  let [current, spare] = [start(), start()]
  let plan: { victim: string; call: number; text?: string; arrives: boolean } | undefined
  /** The victims that are still to be killed where it is worst. */
  const spared = new Set([...worst.keys()].filter((name) => victims.has(name)))
  const crashes: string[] = []
  const lives = new Map<string, Life>()
  const running: string[] = []

  const lifeOf = (name: string): Life => {
    const life = lives.get(name) ?? { name, runs: 0, deaths: [], inARow: 0 }
    lives.set(name, life)
    return life
  }

  /** At about which call it is to die: one that has ended before its call came is killed sooner the next time. */
  const sooner = (victim: string, calls: number): number =>
    Math.max(1, calls >> (lifeOf(victim).runs - lifeOf(victim).deaths.length - 1))

  /** Plans a death while this runs, unless another is planned or something would fail too often in a row. */
  const planFor = async (victim: string, calls: number): Promise<void> => {
    if (running.some((name) => lifeOf(name).inARow >= maxKillsInARow)) return
    const text = spared.has(victim) ? worst.get(victim) : undefined
    // the dispatcher runs all the time and gives way, and everything does to the worst
    const isTaken = plan !== undefined && plan.victim !== 'dispatcher' && text === undefined
    if (isTaken || (lifeOf(victim).deaths.length >= maxDeaths && text === undefined)) return
    plan = text
      ? { victim, text, call: 1, arrives: true }
      : { victim, call: 1 + random.below(sooner(victim, calls)), arrives: random.chance(0.5) }
    const { call, arrives } = plan
    await live(sender, { pid: current.pid, call, arrives, ...(text && { text }) })
  }

  /** Lets the spare process take over from one that is dead, and notes who has died with it. */
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
      // Lambda and the queue take seconds to begin again; after that, nothing of the dead is on its way
      await arrived()
      throw error
    } finally {
      running.splice(running.indexOf(name), 1)
    }
  }

  return {
    run,
    lives: () => [...lives.values()],
    /** What is to be killed and was not; of those that tell news, one is enough. */
    survivors: () => {
      const alive = [...victims.keys()].filter((name) => lifeOf(name).deaths.length === 0)
      const tellers = [...victims.keys()].filter((name) => /-(news|deletions)$/.test(name))
      return tellers.every((name) => alive.includes(name))
        ? alive
        : alive.filter((name) => !tellers.includes(name))
    },
    /** What was not killed where it is worst. */
    spared: () => [...spared],
    /** How the process ended where nobody killed it. */
    crashes,
    stop: async () => {
      await Promise.all([current.kill(), spare.kill()])
      await rm(cache, { recursive: true, force: true })
    },
  }
}
