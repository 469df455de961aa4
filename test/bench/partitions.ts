import { readFileSync } from 'node:fs'
import { makeTable } from '../../infra/local/service/resources.ts'
import { inBenchWorld } from './bench-world.ts'
import { consequencesIn } from './consequences.ts'
import { aim, flows } from './flows.ts'
import { drawnOf, isShared, loadsOf, type Drawn, type Load } from './partition-load.ts'
import type { Use } from './partition-units.ts'
import type { Outcome } from './outcome.ts'
import { recordedUses, sum, written } from './recorded-uses.ts'
import { printTable, say } from './table.ts'

/**
 * Units per second of one partition (DynamoDB developer guide, "Burst and adaptive capacity"), without 300 s of bursts.
 */
const limits = { read: 3_000, write: 1_000 }

/** Maximum share of the stream's changes that reach the dispatcher: index terms, locks and derived rows do not. */
const maxDispatchedShare = 0.25

const shownKinds = 20

/** Number of simulated seconds, and in the brief form, which covers only the deployed settings. */
const [allSeconds, briefSeconds] = [20, 5]

/** Returns the default number of partitions over which a deployment spreads shared lists. */
const deployedShards = () => {
  const settings = readFileSync(new URL('../../infra/template/settings.yml', import.meta.url), 'utf8')
  return Number(/param:list-shards, '(\d+)'/.exec(settings)?.[1])
}

/** Returns the load of a key relative to the limit of one partition, in its busiest second. */
const strainOfUnits = (units: { read: number; write: number }) =>
  Math.max(units.read / limits.read, units.write / limits.write)

/**
 * Returns the number of such calls per second that the same resource can handle, or all resources together if a key is
 * shared.
 */
const borne = (uses: Use[]) => {
  const keys = [...Map.groupBy(uses, ({ key }) => key).values()]
  return Math.floor(
    1 / Math.max(...keys.map((of) => strainOfUnits({ read: sum(of, 'read'), write: sum(of, 'write') }))),
  )
}

const strainOf = ({ peak }: Load) => strainOfUnits(peak)

const hottestOf = (loads: Map<string, Load>) =>
  [...loads].toSorted(([, a], [, b]) => strainOf(b) - strainOf(a))

const verdictOf = (strain: number) => (strain > 1 ? 'THROTTLED' : '')

interface Hottest {
  shards: number
  all: [string, Load]
  list: [string, Load]
}

/** Returns the load of a key, and the rate of the mix at which it would be throttled. */
const throttleOf = ([key, load]: [string, Load]) => {
  const strain = strainOf(load)
  return [key, strain, Math.round(aim / strain), verdictOf(strain)]
}

const rounded = (value: number) => Math.round(value * 10) / 10

const printHottest = (loads: Map<string, Load>, shards: number, seconds: number) => {
  const kinds = new Map<string, [string, Load]>()
  for (const entry of hottestOf(loads)) if (!kinds.has(entry[1].kind)) kinds.set(entry[1].kind, entry)
  printTable(
    `partitions: the hottest key of each kind at ${aim} requests a second, lists that all share over ${shards}; ` +
      `units a second, on average and in the busiest of ${seconds} seconds (a partition ` +
      `bears ${limits.read} and ${limits.write})`,
    ['kind', 'key', 'read', 'busiest', 'write', 'busiest', 'of the limit', ''],
    [...kinds].slice(0, shownKinds).map(([kind, [key, load]]) => {
      const [read, write] = [load.read / seconds, load.write / seconds].map(Math.round) as [number, number]
      const [reads, writes] = [Math.round(load.peak.read), Math.round(load.peak.write)]
      return [kind, key, read, reads, write, writes, strainOf(load), verdictOf(strainOf(load))]
    }),
  )
}

/**
 * Records the units of the main flows per partition key, and simulates the aim to find keys that would be throttled.
 */
export const partitions = (flags: string[]) =>
  inBenchWorld(async (world): Promise<Outcome> => {
    const isBrief = flags.includes('--ci')
    const seconds = isBrief ? briefSeconds : allSeconds
    await makeTable(world.endpoints, written)
    const { settle, streamed } = await consequencesIn(world, written)
    const drawn: Drawn[] = []
    const rows: (string | number)[][] = []
    for (const flow of flows) {
      const { from, own, following } = await recordedUses(flow.scenario, world, settle)
      drawn.push(drawnOf(flow.share, [...own, ...following], from))
      const units = [own, following].flatMap((uses) => [sum(uses, 'read'), sum(uses, 'write')].map(rounded))
      const { endpoint, of = '' } = flow.scenario
      rows.push([endpoint, of, (flow.share * aim) / 1_000, ...units, borne([...own, ...following])])
    }
    printTable(
      `partitions: the mix of ${aim} requests a second, and the capacity units of a request and of what ` +
        'follows from it',
      ['function', '', 'a second', 'read', 'write', 'then read', 'then write', 'one bears a second'],
      rows,
    )
    const deployed = deployedShards()
    const counts = [...new Set(isBrief ? [deployed] : [1, deployed, 4])].map((shards): Hottest => {
      const loads = loadsOf(drawn, aim, seconds, shards)
      if (shards === deployed) printHottest(loads, shards, seconds)
      const hottest = hottestOf(loads)
      const all = hottest[0] as [string, Load]
      return { shards, all, list: hottest.find(([, { kind }]) => isShared(kind)) ?? all }
    })
    printTable(
      'partitions: the hottest keys by how many partitions a list that all share is spread over, and the ' +
        'rate from which on they would be throttled',
      ['partitions', '', 'key', 'of the limit', 'requests a second', ''],
      counts.flatMap(({ shards, all, list }) => [
        [shards, shards === deployed ? 'as deployed, hottest' : 'hottest', ...throttleOf(all)],
        [shards, 'hottest shared list', ...throttleOf(list)],
      ]),
    )
    const { changes, handed } = streamed
    const share = handed / changes
    say(
      `Of ${changes} changes in the stream ${handed} came to the dispatcher (${Math.round(share * 100)} %).`,
    )
    say('DynamoDB lends and splits hot partitions by itself; that is not counted on here.')
    const [key, load] = (counts.find(({ shards }) => shards === deployed) as Hottest).all
    const isMet = strainOf(load) <= 1
    const measured = `the hottest key has ${strainOf(load).toFixed(2)} of what it bears: ${key}`
    const tooMany =
      share > maxDispatchedShare ? [`${Math.round(share * 100)} % of all changes came to the dispatcher`] : []
    return { measured, isMet, broken: [...(isMet ? [] : [measured]), ...tooMany] }
  })
