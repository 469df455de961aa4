import { unzipSync } from 'fflate'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sandbox, type Sandbox } from './artifacts-runtime.ts'
import { stackName, type PackagedFunction } from './artifacts-template.ts'

/** CloudFormation's size limit for the names and values of a function's variables, in bytes. */
const maxVariables = 4_096

/** A function that was run, with durations in milliseconds. */
export interface Run {
  name: string
  kilobytes: number
  init: number
  invocations: number[]
}

/** Extracts an artifact into a folder, and returns its path. */
const unpacked = ({ name, file }: PackagedFunction, below: string): string => {
  const folder = join(below, name)
  for (const [path, bytes] of Object.entries(unzipSync(readFileSync(file)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  return folder
}

const requireFitting = (name: string, variables: Record<string, string>) => {
  const bytes = Object.entries(variables).reduce((sum, pair) => sum + Buffer.byteLength(pair.join('')), 0)
  if (bytes > maxVariables)
    throw new Error(`The variables of ${name} have ${bytes} bytes, more than Lambda takes.`)
}

/**
 * Returns the packaged functions by logical ID. Each is extracted and started at its first call, with its variables in
 * the template and `others`, which Lambda adds.
 */
export const artifactFunctions = (
  functions: ReadonlyMap<string, PackagedFunction>,
  resolved: (value: unknown) => unknown,
  others: Record<string, string>,
) => {
  const directory = mkdtempSync(join(tmpdir(), 'artifacts-'))
  const started = new Map<string, { run: Run; process: Promise<Sandbox> }>()

  const start = (id: string) => {
    const definition = functions.get(id)
    if (!definition) throw new Error(`The template has no function ${id}.`)
    const { name, file, megabytes } = definition
    const variables = Object.fromEntries(
      Object.entries(definition.variables).map(([key, value]) => [key, String(resolved(value))]),
    )
    requireFitting(name, variables)
    const environment = {
      ...others,
      AWS_LAMBDA_FUNCTION_NAME: `${stackName}-${name}`,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(megabytes),
      ...variables,
    }
    const run: Run = { name, kilobytes: Math.round(statSync(file).size / 1000), init: NaN, invocations: [] }
    return {
      run,
      process: sandbox({ ...definition, directory: unpacked(definition, directory) }, environment),
    }
  }

  return {
    runs: () => [...started.values()].map(({ run }) => run),
    /** Calls a function; a streamed response goes to `stream`. */
    invoke: async (id: string, event: unknown, stream?: Parameters<Sandbox['invoke']>[1]) => {
      const one = started.get(id) ?? start(id)
      started.set(id, one)
      const { invoke, init } = await one.process
      one.run.init = await init
      const from = performance.now()
      const answer = await invoke(event, stream)
      one.run.invocations.push(performance.now() - from)
      return answer
    },
    /** Ends all processes, and returns their output. */
    stop: async () => {
      const logs = await Promise.all([...started.values()].map(async (one) => (await one.process).stop()))
      rmSync(directory, { recursive: true })
      return logs.join('')
    },
  }
}
