import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inBenchWorld } from './bench-world.ts'
import { bundled, bundledPlainly, fileOf } from './bundle.ts'
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
  /** The bare one as the bundler makes it when it is told nothing. */
  plain: string
  plan: string
  ours: Cold[]
  theirs: Cold[]
  plainly: Cold[]
}

const wholeOf = (colds: Cold[]) => median(colds.map(({ all }) => all))

const ratioOf = ({ ours, theirs }: Pair) => wholeOf(ours) / wholeOf(theirs)

const plainRatioOf = ({ ours, plainly }: Pair) => wholeOf(ours) / wholeOf(plainly)

/**
 * Cold start of packaged functions against the SDK alone making the same calls: import and first answer. The SDK is
 * packaged like the functions, which the aim is about, and beside that as the bundler does by itself.
 */
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
        const bare = `test/bench/${scenario.bare ?? 'bare-handler'}.ts`
        pairs.push({
          name: scenario.endpoint,
          next: (await prepared(scenario)).next,
          artifact: await bundled(fileOf(scenario.endpoint), directory),
          bare: await bundled(bare, directory),
          plain: await bundledPlainly(bare, directory),
          plan: inputOf(`${scenario.endpoint}-plan`, { plan }),
          ours: [],
          theirs: [],
          plainly: [],
        })
      })
    for (let run = 0; run <= runs; run += 1)
      for (const { name, next, artifact, bare, plain, plan, ours, theirs, plainly } of pairs) {
        const event = inputOf(name, await next())
        const starts = [
          { file: artifact, input: event, times: ours },
          { file: bare, input: plan, times: theirs },
          { file: plain, input: plan, times: plainly },
        ]
        for (const { file, input, times } of run % 2 === 0 ? starts : starts.toReversed()) {
          const cold = await told<Cold>(program, [file, input], variables)
          if (run > 0) times.push(cold) // the first one reads the files from the disk
        }
      }
    printTable(
      `cold start: import and first answer in a fresh process, median of ${runs}, milliseconds (aim: ratio ≤ ${aim})`,
      [
        'function',
        'kB',
        'import',
        'answer',
        'both',
        'bare SDK kB',
        'import',
        'answer',
        'both',
        'ratio',
        'plain SDK kB',
        'both',
        'ratio',
      ],
      pairs.map((pair) => {
        const { name, artifact, bare, plain, ours, theirs, plainly } = pair
        const of = (colds: Cold[], part: keyof Cold) =>
          Number(median(colds.map((cold) => cold[part])).toFixed(1))
        const row = (colds: Cold[]) => [of(colds, 'load'), of(colds, 'call'), of(colds, 'all')]
        const kilobytes = (file: string) => Math.round(statSync(file).size / 1000)
        const others = [kilobytes(plain), of(plainly, 'all'), plainRatioOf(pair)]
        return [
          name,
          kilobytes(artifact),
          ...row(ours),
          kilobytes(bare),
          ...row(theirs),
          ratioOf(pair),
          ...others,
        ]
      }),
    )
    const ratios = pairs.map((pair) => ({ title: pair.name, ratio: ratioOf(pair) }))
    const missing = wanted.length - pairs.length
    return {
      measured:
        `${rangeOf(ratios.map(({ ratio }) => ratio))}, of one bundled ` +
        `plainly ${rangeOf(pairs.map(plainRatioOf))}; ${ratios.length} functions`,
      isMet: ratios.length > 0 && ratios.every(({ ratio }) => ratio <= aim),
      broken: [
        ...(isBrief ? beyondNoise(ratios, aim) : []),
        ...(missing > 0 ? [`${missing} functions were not measured`] : []),
      ],
    }
  })
