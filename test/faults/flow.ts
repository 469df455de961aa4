import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { FaultWorld } from './fault-world.ts'
import { history, type History } from './history.ts'

/** One client's repeated action; `turn` counts from 0. */
export type Lane = (turn: number) => Promise<void>

interface Begun {
  /** Actions of its clients. */
  lanes: Lane[]
  /** Step after all consequences, before the rest is waited for. */
  afterwards?: () => Promise<void>
  /** Checks the final state. */
  check: () => Promise<void>
}

/** Concurrent actions of several clients, and a check of their result. */
export interface Flow {
  name: string
  /**
   * Runs of the flow: all by default; `long` not with `--ci`; `killed` not with `--ci` and only while workers
   * are killed.
   */
  runs?: 'long' | 'killed'
  /** Creates what the flow needs, without faults. */
  begin: (world: FaultWorld, history: History) => Promise<Begun>
}

/** Maximum time for which a call may continue after its sender has given up (ms). */
export const graceMilliseconds = 1_700

/** Time limit for the consequences without `--ci` (ms): jobs pause for minutes (decision 0042). */
export const longMilliseconds = 900_000

interface Run {
  /** Starts the faults. */
  strike: () => Promise<void>
  /** Number of turns of each client. */
  operations: number
  /** True if calls may arrive after their sender has given up. */
  isLate: boolean
  /** Time limit for the consequences (ms). */
  within?: number
  /** True if faults continue until all consequences are processed, not only while clients write. */
  isStruckToTheEnd?: boolean
}

/** Runs flows in parallel under one fault setting, and compares the final state with what was sent. */
export const runFlows = async (
  world: FaultWorld,
  flows: Flow[],
  { strike, operations, isLate, within, isStruckToTheEnd = false }: Run,
) => {
  const begun = await Promise.all(
    flows.map(async (flow) => {
      const own = history(flow.name)
      return { own, ...(await flow.begin(world, own)) }
    }),
  )
  await world.settle()
  const from = performance.now()
  await strike()
  await Promise.all(
    begun.flatMap(({ own, lanes }) =>
      lanes.map(async (lane) => {
        for (let turn = 0; turn < operations; turn += 1)
          await lane(turn).catch((error: unknown) => own.wrong(inspect(error)))
      }),
    ),
  )
  const follow = async () => {
    let redriven = await world.settle(within)
    for (const { afterwards } of begun) {
      await afterwards?.()
      if (afterwards) redriven += await world.settle(within)
    }
    return redriven
  }
  const redrivenBefore = isStruckToTheEnd ? await follow() : 0
  const counts = await world.calm()
  const seconds = (performance.now() - from) / 1000
  if (isLate) await sleep(graceMilliseconds)
  const redriven = redrivenBefore + (await (isStruckToTheEnd ? world.settle(within) : follow()))
  for (const { own, check } of begun) await check().catch((error: unknown) => own.wrong(inspect(error)))
  return { histories: begun.map(({ own }) => own), counts, redriven, seconds }
}
