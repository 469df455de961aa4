import { inBenchWorld } from './bench-world.ts'
import { median, spread } from './measures.ts'
import type { Outcome } from './outcome.ts'
import { bundledPeers } from './peer-bundles.ts'
import { peerCalls } from './peer-calls.ts'
import { bare, coldRuns, farMilliseconds, figuresOf, warmRuns, type Figures } from './peer-figures.ts'
import { printTable } from './table.ts'

type Kinds = Record<string, (figures: Figures) => number>

const timed: Kinds = {
  'cold start': ({ start }: Figures) => median(start),
  'warm call': ({ answer }: Figures) => median(answer),
  'warm, far table': ({ far }: Figures) => median(far),
}

const counted: Kinds = {
  'round trips': ({ trips }: Figures) => trips,
  calls: ({ calls }: Figures) => calls,
  'bundle kB': ({ kilobytes }: Figures) => kilobytes,
}

const printFigures = (figures: Figures[]) => {
  const bareOf = ({ call }: Figures) =>
    figures.find((one) => one.call === call && one.name === bare) as Figures
  printTable(
    `peers: median (least–p95) in milliseconds of ${coldRuns} cold starts and ${warmRuns - warmRuns / 3} ` +
      `warm calls, in turns; a far table is ${farMilliseconds} ms away`,
    [
      '',
      '',
      'kB',
      'trips',
      'calls',
      'import',
      'import and first answer',
      '÷ bare',
      'warm',
      '÷ bare',
      'far table',
      '÷ bare',
    ],
    figures.map((one) => [
      one.call,
      one.name,
      one.kilobytes,
      one.trips,
      one.calls,
      spread(one.load, 0),
      spread(one.start, 0),
      median(one.start) / median(bareOf(one).start),
      spread(one.answer, 2),
      median(one.answer) / median(bareOf(one).answer),
      spread(one.far, 1),
      median(one.far) / median(bareOf(one).far),
    ]),
  )
}

/** Returns the comparison of ours with the best peer, in each kind of figure. */
const duelsOf = (figures: Figures[], kinds: Kinds) =>
  peerCalls.flatMap(({ title }) => {
    const of = figures.filter(({ call, name }) => call === title && name !== bare)
    return Object.entries(kinds).map(([kind, value]) => {
      const ours = value(of.find(({ name }) => name === 'ours') as Figures)
      const others = of.filter(({ name }) => name !== 'ours').toSorted((a, b) => value(a) - value(b))
      const best = others[0] as Figures
      const verdict = ours < value(best) ? 'won' : ours > value(best) ? 'lost' : 'even'
      return { row: [title, kind, ours, value(best), best.name, ours / value(best), verdict], verdict }
    })
  })

/**
 * Measures three endpoints of ours and of other frameworks, and the SDK alone making our calls; prints losses and wins
 * alike. The brief form compares the responses, calls and sizes, which do not depend on time.
 */
export const peers = (flags: string[]) =>
  inBenchWorld(async (world): Promise<Outcome> => {
    const isBrief = flags.includes('--ci')
    const bundles = await bundledPeers(world.directory)
    const figures: Figures[] = []
    for (const call of peerCalls) figures.push(...(await figuresOf(call, bundles, world, isBrief)))
    if (!isBrief) printFigures(figures)
    const duels = duelsOf(figures, isBrief ? counted : { ...timed, ...counted })
    printTable(
      'peers: ours against the best of the others',
      ['', '', 'ours', 'best', 'whose', 'ratio', ''],
      duels.map(({ row }) => row),
    )
    const count = (verdict: string) => duels.filter((duel) => duel.verdict === verdict).length
    const lost = duels.filter(({ verdict }) => verdict === 'lost')
    const broken = lost.map(
      ({ row: [title, kind, ours, best, whose] }) => `${title}: ${kind} ${ours}, ${whose} ${best}`,
    )
    return {
      measured: `${count('won')} won, ${count('even')} even, ${lost.length} lost`,
      isMet: lost.length === 0,
      ...(isBrief && { broken }),
    }
  })
