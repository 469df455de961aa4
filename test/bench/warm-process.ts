import { readFileSync, writeSync } from 'node:fs'
import { loadFunction } from './bundled-function.ts'
import { interleaved, timed } from './measures.ts'

/** Programs by name; the handler of each is called with its inputs in turn, cyclically. */
export type Warmed = Record<string, { program: string; inputs: unknown[] }>

const workOf = async ({ program, inputs }: Warmed[string]) => {
  const call = await loadFunction(program)
  let at = 0
  return () => timed(() => call(inputs[at++ % inputs.length]))
}

/** Calls handlers in turns, the first third to warm up, and reports the milliseconds of each call. */
const [file = '', runs = ''] = process.argv.slice(2)
const warmed = JSON.parse(readFileSync(file, 'utf8')) as Warmed
const works: Record<string, () => Promise<number>> = {}
for (const [name, one] of Object.entries(warmed)) works[name] = await workOf(one)

const warmUp = Math.floor(Number(runs) / 3)
await interleaved(warmUp, works)
writeSync(3, JSON.stringify(await interleaved(Number(runs) - warmUp, works)))
process.exit(0)
