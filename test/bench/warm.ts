import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inBenchWorld } from './bench-world.ts'
import { bundled, fileOf } from './bundle.ts'
import { told } from './child.ts'
import { median, percentile } from './measures.ts'
import { beyondNoise, rangeOf, type Outcome } from './outcome.ts'
import { planOf, prepared, recorded, unlessBroken } from './recording.ts'
import { scenarios, titleOf, type Scenario } from './scenarios.ts'
import { printTable, say } from './table.ts'
import type { Warmed } from './warm-process.ts'

type Times = Record<'handler' | 'raw', number[]>

const aim = 1.15

/** Number of calls per handler, and in the brief form, which covers a few scenarios; the first third only warms up. */
const [allRuns, briefRuns] = [300, 60]

/** Scenarios of the brief form: a resource by its ID, a nested resource, a list, and a write. */
const chosen = ['users-read-user', 'wiki-read-page', 'task-list-tasks', 'wiki-create-revision']

/** Returns true if a scenario can be measured: creating hundreds of resources for each takes too long. */
const isMeasurable = ({ trips, isOnce, beside }: Scenario) => trips > 0 && !isOnce && beside === undefined

const measurable = (isBrief: boolean) =>
  scenarios.filter(
    (one, index) =>
      isMeasurable(one) &&
      (!isBrief ||
        (chosen.includes(one.endpoint) &&
          scenarios.findIndex(({ endpoint }) => endpoint === one.endpoint) === index)),
  )

/**
 * Measures warm handlers with their real events against the SDK alone making the same calls, in turns in one process.
 */
export const warm = (flags: string[]) =>
  inBenchWorld(async ({ proxy, variables, directory }): Promise<Outcome> => {
    const isBrief = flags.includes('--ci')
    const runs = isBrief ? briefRuns : allRuns
    const measured = measurable(isBrief)
    const program = await bundled('test/bench/warm-process.ts', directory)
    const rows: (string | number)[][] = []
    for (const scenario of measured)
      await unlessBroken(scenario, async () => {
        const ready = await prepared(scenario)
        // the same resource for both: they read data that consequences would clean up, such as former texts
        const plan = planOf(await recorded(ready, proxy))
        const events = []
        for (let run = 0; run < (scenario.bare ? runs / 4 : runs); run += 1) events.push(await ready.next())
        const artifact = await bundled(fileOf(scenario.endpoint), directory)
        const bare = await bundled(`test/bench/${scenario.bare ?? 'bare-handler'}.ts`, directory)
        const warmed: Warmed = {
          handler: { program: artifact, inputs: events },
          raw: { program: bare, inputs: [{ plan }] },
        }
        const input = join(directory, 'warm.json')
        writeFileSync(input, JSON.stringify(warmed))
        const { handler, raw } = await told<Times>(program, [input, String(events.length)], variables)
        const values = [median(handler), percentile(handler, 0.95), median(raw), percentile(raw, 0.95)]
        const shown = values.map((value) => Number(value.toFixed(2)))
        rows.push([scenario.endpoint, scenario.of ?? '', ...shown, median(handler) / median(raw)])
      })
    printTable(
      `warm: milliseconds of a call, ${runs - runs / 3} of each in turns in one process (aim: ratio ≤ ${aim})`,
      ['endpoint', '', 'median', 'p95', 'raw median', 'raw p95', 'ratio'],
      rows,
    )
    const leftOut = scenarios.filter((one) => !isMeasurable(one))
    say(
      `left out, since they can be made once, or do more than calls of the table: ${leftOut.map(titleOf).join('; ')}`,
    )
    const ratios = rows.map(([endpoint, of, ...values]) => ({
      title: [endpoint, of].filter(Boolean).join(', '),
      ratio: Number(values.at(-1)),
    }))
    const met = ratios.filter(({ ratio }) => ratio <= aim).length
    const missing = measured.length - rows.length
    return {
      measured: `${rangeOf(ratios.map(({ ratio }) => ratio))}; ${met} of ${measured.length} calls`,
      isMet: met === measured.length,
      broken: [
        ...(isBrief ? beyondNoise(ratios, aim) : []),
        ...(missing > 0 ? [`${missing} calls were not measured`] : []),
      ],
    }
  })
