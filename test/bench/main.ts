import { spawnSync } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import { coldStart } from './cold-start.ts'
import { contents } from './contents.ts'
import { cost } from './cost.ts'
import { lists } from './lists.ts'
import { outlines } from './outlines.ts'
import { partitions } from './partitions.ts'
import { peers } from './peers.ts'
import { roundTrips } from './round-trips.ts'
import { start } from './start.ts'
import { warm } from './warm.ts'

const benches: Record<string, (flags: string[]) => Promise<void>> = {
  'round-trips': roundTrips,
  warm,
  'cold-start': coldStart,
  peers,
  lists,
  contents,
  outlines,
  cost,
  partitions,
  start,
}

const flags = process.argv.slice(2).filter((flag) => flag.startsWith('--'))
const asked = process.argv.slice(2).filter((name) => !name.startsWith('--'))
const unknown = asked.find((name) => !(name in benches))

if (process.env['BENCH'] === 'inside') {
  for (const name of asked) await benches[name]?.(flags)
  process.exit()
} else if (unknown !== undefined) {
  process.stderr.write(`There is no bench ${unknown}; there are ${Object.keys(benches).join(', ')}.\n`)
  process.exitCode = 1
} else {
  const names = asked.length > 0 ? asked : Object.keys(benches)
  const load = loadavg()[0]?.toFixed(1)
  process.stdout.write(
    `Node ${process.version}, ${availableParallelism()} cores, load ${load} at the beginning\n`,
  )
  for (const name of names)
    spawnSync(process.execPath, [import.meta.filename, name, ...flags], {
      env: { ...process.env, BENCH: 'inside' },
      stdio: ['ignore', 'ignore', 'inherit', 1],
    })
}
