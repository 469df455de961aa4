import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inBenchWorld } from './bench-world.ts'
import { bundled, fileOf } from './bundle.ts'
import { told } from './child.ts'
import { median } from './measures.ts'
import { beyondNoise, rangeOf, type Outcome } from './outcome.ts'
import { planOf, prepared, recorded, unlessBroken, type Prepared } from './recording.ts'
import { scenarios } from './scenarios.ts'
import { printTable } from './table.ts'

/** Starts of each, and in the brief form. */
const [allRuns, briefRuns] = [20, 3]

const aim = 1.1

interface Cold {
  load: number
  call: number
  all: number
}

/** What is measured unless all is asked for, which takes as many minutes as there are ten endpoints. */
const chosen = [
  'auth-login',
  'auth-read-me',
  'users-list-users',
  'users-update-user',
  'wiki-read-page',
  'wiki-create-page',
]

/** What is measured in the brief form. */
const brief = ['auth-read-me', 'wiki-create-page']

/** The first scenario of each endpoint, but for those without a call that they could be measured against. */
const measured = (names: string[] | undefined) =>
  scenarios.filter(
    ({ endpoint, trips, isOnce }, index) =>
      (names?.includes(endpoint) ?? true) &&
      trips > 0 &&
      !isOnce &&
      scenarios.findIndex((other) => other.endpoint === endpoint) === index,
  )

interface Pair {
  name: string
  next: Prepared['next']
  artifact: string
  bare: string
  plan: string
  ours: Cold[]
  theirs: Cold[]
}

const ratioOf = ({ ours, theirs }: Pick<Pair, 'ours' | 'theirs'>) =>
  median(ours.map(({ all }) => all)) / median(theirs.map(({ all }) => all))

/** Cold start of packaged functions against the SDK alone making the same calls: import and first answer. */
export const coldStart = (flags: string[]) =>
  inBenchWorld(async ({ proxy, variables, directory }): Promise<Outcome> => {
    const program = await bundled('test/bench/cold-process.ts', directory)
    const inputOf = (name: string, event: unknown) => {
      const file = join(directory, `${name}.json`)
      writeFileSync(file, JSON.stringify(event))
      return file
    }
    const isBrief = flags.includes('--ci')
    const runs = isBrief ? briefRuns : allRuns
    const wanted = measured(isBrief ? brief : flags.includes('--all') ? undefined : chosen)
    const pairs: Pair[] = []
    for (const scenario of wanted)
      await unlessBroken(scenario, async () => {
        const plan = planOf(await recorded(await prepared(scenario), proxy))
        pairs.push({
          name: scenario.endpoint,
          next: (await prepared(scenario)).next,
          artifact: await bundled(fileOf(scenario.endpoint), directory),
          bare: await bundled(`test/bench/${scenario.bare ?? 'bare-handler'}.ts`, directory),
          plan: inputOf(`${scenario.endpoint}-plan`, { plan }),
          ours: [],
          theirs: [],
        })
      })
    for (let run = 0; run <= runs; run += 1)
      for (const { name, next, artifact, bare, plan, ours, theirs } of pairs) {
        const event = inputOf(name, await next())
        const first = run % 2 === 0 ? await told<Cold>(program, [artifact, event], variables) : undefined
        const other = await told<Cold>(program, [bare, plan], variables)
        const own = first ?? (await told<Cold>(program, [artifact, event], variables))
        if (run === 0) continue // the first one reads the files from the disk
        ours.push(own)
        theirs.push(other)
      }
    printTable(
      `cold start: import and first answer in a fresh process, median of ${runs}, milliseconds (aim: ratio ≤ ${aim})`,
      ['function', 'kB', 'import', 'answer', 'both', 'bare SDK kB', 'import', 'answer', 'both', 'ratio'],
      pairs.map(({ name, artifact, bare, ours, theirs }) => {
        const of = (colds: Cold[], part: keyof Cold) =>
          Number(median(colds.map((cold) => cold[part])).toFixed(1))
        const row = (colds: Cold[]) => [of(colds, 'load'), of(colds, 'call'), of(colds, 'all')]
        const kilobytes = (file: string) => Math.round(statSync(file).size / 1000)
        return [name, kilobytes(artifact), ...row(ours), kilobytes(bare), ...row(theirs), ratioOf({ ours, theirs })] // prettier-ignore
      }),
    )
    const ratios = pairs.map((pair) => ({ title: pair.name, ratio: ratioOf(pair) }))
    const missing = wanted.length - pairs.length
    return {
      measured: `${rangeOf(ratios.map(({ ratio }) => ratio))}; ${ratios.length} functions`,
      isMet: ratios.length > 0 && ratios.every(({ ratio }) => ratio <= aim),
      broken: [
        ...(isBrief ? beyondNoise(ratios, aim) : []),
        ...(missing > 0 ? [`${missing} functions were not measured`] : []),
      ],
    }
  })
