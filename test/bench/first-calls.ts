import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inBenchWorld, type BenchWorld } from './bench-world.ts'
import { bundled, fileOf } from './bundle.ts'
import { told } from './child.ts'
import type { Loaded } from './first-call-process.ts'
import { mostCalled } from './most-called.ts'
import type { Outcome } from './outcome.ts'
import { bundledPeers } from './peer-bundles.ts'
import { peerCalls } from './peer-calls.ts'
import { planOf, prepared, recorded } from './recording.ts'
import { scenarios, type Scenario } from './scenarios.ts'
import { printTable } from './table.ts'

/**
 * Limits for the modules of a first call: relative to a bare handler with the same packages for files and modules,
 * absolute for Node's own.
 */
const bounds = { files: 1, modules: 1.44, builtins: 5 }

/** Functions that load more, with their reasons. */
const exceptions: Record<string, { bounds: Partial<typeof bounds>; because: string }> = {
  'chats-create-message': {
    bounds: { builtins: 9, modules: 1.48 },
    because: 'it may stream, and its chat has the beginning of the message',
  },
  'search-search-everything': {
    bounds: { files: 4, modules: 1.69 },
    because: 'how things of all kinds are found is in parts, and the order by passages too',
  },
}

/** Maximum ratio of our modules to the fewest of all peers; ours are smaller. */
const maxToPeers = 1.24

interface Counts {
  name: string
  files: number
  modules: number
  builtins: number
}

/**
 * Returns the modules from which a file was built, according to its map, without Node's own (esbuild.config.ts) and
 * without other files of the bundle, which esbuild marks with `other:`.
 */
const sourcesOf = (file: string) => {
  const { sources } = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as { sources: string[] }
  return sources.filter((source) => !/(^|\/)((whole-)?builtin|other):/.test(source))
}

/** Returns the number of modules that a first call loads in a fresh process. */
const countsOf = async (
  name: string,
  artifact: string,
  event: object,
  world: BenchWorld,
): Promise<Counts> => {
  const { variables, directory } = world
  const program = await bundled('test/bench/first-call-process.ts', directory)
  const input = join(directory, 'first-call.json')
  writeFileSync(input, JSON.stringify(event))
  const { files, builtins } = await told<Loaded>(program, [artifact, input], variables)
  const modules = new Set(files.map((url) => fileURLToPath(url)).flatMap(sourcesOf))
  return { name, files: files.length, modules: modules.size, builtins: builtins.length }
}

const ours = async (name: string, { endpoint, given }: Scenario, world: BenchWorld) => {
  const artifact = await bundled(fileOf(endpoint), world.directory)
  const { next } = await prepared({ endpoint, given, trips: 0 })
  return countsOf(name, artifact, await next(), world)
}

/** Returns the counts of the bare handler, which makes the calls of a scenario. */
const bareCard = async (scenario: Scenario, world: BenchWorld) => {
  const call = await prepared(scenario)
  const plan = planOf(await recorded(call, world.proxy))
  const artifact = await bundled('test/bench/bare-card-handler.ts', world.directory)
  return countsOf('a bare handler with the same packages', artifact, { ...(await call.next()), plan }, world)
}

const scenarioOf = (name: string) => {
  const found = scenarios.find(({ endpoint }) => endpoint === name)
  if (!found) throw new Error(`There is no scenario of ${name}.`)
  return found
}

const tooMuch = ({ name, files, modules, builtins }: Counts, bare: Counts) => {
  const own = { ...bounds, ...exceptions[name]?.bounds }
  return [
    ...(files > own.files ? [`${name}: ${files} files instead of ${own.files}`] : []),
    ...(modules / bare.modules > own.modules
      ? [`${name}: ${(modules / bare.modules).toFixed(2)} times as many modules instead of ${own.modules}`]
      : []),
    ...(builtins - bare.builtins > own.builtins
      ? [`${name}: ${builtins - bare.builtins} more of Node's modules instead of ${own.builtins}`]
      : []),
  ]
}

/** Returns the counts of the calls that peers make too, each with ours first. */
const besidePeers = async (world: BenchWorld) => {
  const peers = await bundledPeers(world.directory)
  const rows: Counts[][] = []
  for (const { title, scenario } of peerCalls) {
    const row = [await ours(`${title}, ours`, scenario, world)]
    for (const [name, artifact] of Object.entries(peers)) {
      const event = await (await prepared(scenario)).next()
      const asked = { ...event, headers: { ...event.headers, Host: 'api.example.com' } }
      row.push(await countsOf(`${title}, ${name}`, artifact, asked, world))
    }
    rows.push(row)
  }
  return rows
}

const behindPeers = ([own, ...peers]: Counts[]) => {
  const least = (part: 'modules' | 'builtins') => Math.min(...peers.map((peer) => peer[part]))
  if (!own) return []
  return [
    ...(own.modules / least('modules') > maxToPeers
      ? [`${own.name}: ${own.modules} modules, the least of the peers ${least('modules')}`]
      : []),
    ...(own.builtins > least('builtins')
      ? [`${own.name}: ${own.builtins} of Node's modules, the least of the peers ${least('builtins')}`]
      : []),
  ]
}

/**
 * Counts the modules of first calls: numbers that do not depend on other work of the machine, and reveal a later loss
 * of time.
 */
export const firstCalls = () =>
  inBenchWorld(async (world): Promise<Outcome> => {
    const bare = await bareCard(scenarioOf('auth-read-me'), world)
    const rows: Counts[] = []
    for (const name of mostCalled) rows.push(await ours(name, scenarioOf(name), world))
    const peers = await besidePeers(world)
    printTable(
      'first calls: files that are loaded, the modules in them, and those of Node',
      ['', 'files', 'modules', '÷ bare', "Node's", '− bare', ''],
      [bare, ...rows, ...peers.flat()].map(({ name, files, modules, builtins }) => [
        name,
        files,
        modules,
        modules / bare.modules,
        builtins,
        builtins - bare.builtins,
        exceptions[name]?.because ?? '',
      ]),
    )
    const broken = [...rows.flatMap((row) => tooMuch(row, bare)), ...peers.flatMap(behindPeers)]
    const most = Math.max(...rows.map(({ modules }) => modules / bare.modules))
    return {
      measured: `at most ${most.toFixed(2)} times the modules; ${broken.length} above their bounds`,
      isMet: broken.length === 0,
      broken,
    }
  })
