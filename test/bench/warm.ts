import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inBenchWorld } from './bench-world.ts'
import { bundled, fileOf } from './bundle.ts'
import { told } from './child.ts'
import { median, percentile } from './measures.ts'
import { rangeOf, type Outcome } from './outcome.ts'
import { planOf, prepared, recorded, unlessBroken } from './recording.ts'
import { scenarios } from './scenarios.ts'
import { printTable } from './table.ts'
import type { Warmed } from './warm-process.ts'

type Times = Record<'handler' | 'raw', number[]>

const aim = 1.15

/** Calls of each, of which the first third only warms up. */
const runs = 300

/** Warm handlers through their real event against the SDK alone making the same calls, in turns in one process. */
export const warm = () =>
  inBenchWorld(async ({ proxy, variables, directory }): Promise<Outcome> => {
    const program = await bundled('test/bench/warm-process.ts', directory)
    const rows: (string | number)[][] = []
    const measurable = scenarios.filter(({ trips, isOnce }) => trips > 0 && !isOnce)
    for (const scenario of measurable)
      await unlessBroken(scenario, async () => {
        const plan = planOf(await recorded(await prepared(scenario), proxy))
        const ready = await prepared(scenario)
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
    const ratios = rows.map((row) => Number(row.at(-1)))
    const met = ratios.filter((ratio) => ratio <= aim).length
    const measured = `${rangeOf(ratios)}; ${met} of ${measurable.length} calls`
    return { measured, isMet: met === measurable.length }
  })
