import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { FaultWorld } from './fault-world.ts'
import { history, type History } from './history.ts'

/** What one client does again and again; `turn` counts from 0. */
export type Lane = (turn: number) => Promise<void>

interface Begun {
  /** What its clients do. */
  lanes: Lane[]
  /** What happens when all has followed from that, before the rest is waited for. */
  afterwards?: () => Promise<void>
  /** Looks at the end. */
  check: () => Promise<void>
}

/** What several clients do at once, and what must have come of it. */
export interface Flow {
  name: string
  /** Where it runs: everywhere when absent; not with `--ci`; of those parts only while workers are killed. */
  runs?: 'long' | 'killed'
  /** Makes what the flow needs, without faults. */
  begin: (world: FaultWorld, history: History) => Promise<Begun>
}

/** How long a call may be under way that its sender has given up, in milliseconds. */
export const graceMilliseconds = 1_700

/** How long what follows takes at most without `--ci`, in milliseconds: jobs rest for minutes (decision 0042). */
export const longMilliseconds = 900_000

interface Run {
  /** Has calls struck. */
  strike: () => Promise<void>
  /** How many turns each client takes. */
  operations: number
  /** Calls may arrive when their sender has given up. */
  isLate: boolean
  /** How long what follows may take, in milliseconds. */
  within?: number
  /** Calls are struck until nothing is left to be done, not only while clients write. */
  isStruckToTheEnd?: boolean
}

/** Runs flows side by side under one setting of faults, and holds what is there in the end to what was sent. */
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
