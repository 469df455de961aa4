import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plan } from './bare-handler.ts'
import { inBenchWorld } from './bench-world.ts'
import { bundled, bundledPlainly, fileOf } from './bundle.ts'
import { told } from './child.ts'
import { median } from './measures.ts'
import { mostCalled } from './most-called.ts'
import { beyondNoise, rangeOf, type Outcome } from './outcome.ts'
import { plannedCall, prepared, preparedAgain, unlessBroken, type Prepared } from './recording.ts'
import { scenarios, type Scenario } from './scenarios.ts'
import { printTable, say } from './table.ts'

/** Number of starts per contender, and in the brief form. */
const [allRuns, briefRuns] = [20, 3]

const aim = 1.1

interface Cold {
  load: number
  call: number
  all: number
  /** Processor time in milliseconds. */
  cpu: number
}

const brief = ['auth-read-me', 'wiki-create-page']

/** Returns the reason why a scenario has no baseline. */
const reasonAgainst = ({ trips, beside }: Scenario) => (trips === 0 ? 'no call of the table' : beside)

/**
 * Returns the first scenario of each endpoint, the omitted ones with their reasons, and endpoints without scenarios.
 */
const scenariosOf = (names: readonly string[]) => {
  const found = names.flatMap((name) => scenarios.find(({ endpoint }) => endpoint === name) ?? [])
  const reasons = found.map((one) => ({ name: one.endpoint, reason: reasonAgainst(one) }))
  const unknown = names.filter((name) => !found.some(({ endpoint }) => endpoint === name))
  return {
    wanted: found.filter((one) => reasonAgainst(one) === undefined),
    leftOut: reasons.filter(({ reason }) => reason !== undefined),
    unknown,
  }
}

/**
 * Contenders: a function, and its baselines with the same packaging, except for the last, which is bundled without
 * options.
 */
const contenders = ['ours', 'card', 'sdk', 'plain'] as const

type Contender = (typeof contenders)[number]

interface Measured {
  name: string
  next: Prepared['next']
  plan: Plan
  files: Record<Contender, string>
  colds: Record<Contender, Cold[]>
}

const shownDigits = (value: number) => Number(value.toFixed(1))

const medianOf = ({ colds }: Measured, contender: Contender, part: keyof Cold) =>
  median(colds[contender].map((cold) => cold[part]))

const ratioTo = (measured: Measured, other: Contender, part: keyof Cold = 'all') =>
  medianOf(measured, 'ours', part) / medianOf(measured, other, part)

const kilobytes = (file: string) => Math.round(statSync(file).size / 1000)

const filesOf = async ({ endpoint }: Scenario, bare: string, directory: string) => {
  const [ours, card, sdk, plain] = await Promise.all([
    bundled(fileOf(endpoint), directory),
    bundled(`test/bench/${bare.replace('bare', 'bare-card')}.ts`, directory),
    bundled(`test/bench/${bare}.ts`, directory),
    bundledPlainly(`test/bench/${bare}.ts`, directory),
  ])
  return { ours, card, sdk, plain }
}

/** Starts each contender once, in its own process. */
const startEach = async (
  { name, next, plan, files, colds }: Measured,
  {
    variables,
    directory,
    program,
    isReversed,
  }: { variables: NodeJS.ProcessEnv; directory: string; program: string; isReversed: boolean },
) => {
  const event = await next()
  const inputOf = (contender: Contender) => {
    const file = join(directory, `${name}-${contender}.json`)
    writeFileSync(file, JSON.stringify(contender === 'ours' ? event : { ...event, plan }))
    return file
  }
  for (const contender of isReversed ? contenders.toReversed() : contenders)
    colds[contender].push(await told<Cold>(program, [files[contender], inputOf(contender)], variables))
}

const heading = [
  'function',
  'kB',
  'import',
  'answer',
  'both',
  'CPU',
  'card kB',
  'both',
  'ratio',
  'of CPU',
  'SDK kB',
  'both',
  'ratio',
  'plain SDK ratio',
]

const rowOf = (one: Measured) => {
  const { name, files } = one
  return [
    name,
    kilobytes(files.ours),
    ...(['load', 'call', 'all', 'cpu'] as const).map((part) => shownDigits(medianOf(one, 'ours', part))),
    kilobytes(files.card),
    shownDigits(medianOf(one, 'card', 'all')),
    ratioTo(one, 'card'),
    ratioTo(one, 'card', 'cpu'),
    kilobytes(files.sdk),
    shownDigits(medianOf(one, 'sdk', 'all')),
    ratioTo(one, 'sdk'),
    ratioTo(one, 'plain'),
  ]
}

/**
 * Measures the cold start of packaged functions, import and first response, against bare handlers that make the same
 * calls: with the card's packages, to which the aim refers, with the SDK alone, and with the SDK bundled without
 * options.
 */
export const coldStart = (flags: string[]) =>
  inBenchWorld(async ({ proxy, variables, directory }): Promise<Outcome> => {
    const program = await bundled('test/bench/cold-process.ts', directory)
    const isBrief = flags.includes('--ci')
    const runs = isBrief ? briefRuns : allRuns
    const every = () => [...new Set(scenarios.map(({ endpoint }) => endpoint))]
    const { wanted, leftOut, unknown } = scenariosOf(
      isBrief ? brief : flags.includes('--all') ? every() : mostCalled,
    )
    const all: Measured[] = []
    for (const scenario of wanted)
      await unlessBroken(scenario, async () => {
        const { plan, hasNextPage } = await plannedCall(await prepared(scenario), proxy)
        const { next } = await preparedAgain(scenario)
        const bare = scenario.bare ?? (hasNextPage ? 'bare-paging-handler' : 'bare-handler')
        const files = await filesOf(scenario, bare, directory)
        all.push({
          name: scenario.endpoint,
          next,
          plan,
          files,
          colds: { ours: [], card: [], sdk: [], plain: [] },
        })
      })
    for (let run = 0; run <= runs; run += 1)
      for (const one of all) {
        await startEach(one, { variables, directory, program, isReversed: run % 2 > 0 })
        // the first run reads the files from disk
        if (run === 0) for (const colds of Object.values(one.colds)) colds.length = 0
      }
    printTable(
      `cold start: import and first answer in a fresh process, median of ${runs}, milliseconds (aim: ratio ≤ ${aim})`,
      heading,
      all.map(rowOf),
    )
    for (const { name, reason } of leftOut) say(`${name} is left out: ${reason}`)
    const ratios = all.map((one) => ({ title: one.name, ratio: ratioTo(one, 'card') }))
    const missing = [...unknown, ...wanted.map(({ endpoint }) => endpoint)].filter(
      (name) => !all.some((one) => one.name === name),
    )
    const rangeTo = (other: Contender, part?: keyof Cold) =>
      rangeOf(all.map((one) => ratioTo(one, other, part)))
    return {
      measured:
        `${rangeTo('card')}, of its CPU time ${rangeTo('card', 'cpu')}, ` +
        `of the SDK alone ${rangeTo('sdk')}; ${ratios.length} functions, ${leftOut.length} left out`,
      isMet: ratios.length > 0 && ratios.every(({ ratio }) => ratio <= aim),
      broken: [
        ...(isBrief ? beyondNoise(ratios, aim) : []),
        ...missing.map((name) => `${name} was not measured`),
      ],
    }
  })
