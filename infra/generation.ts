import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { registerHooks } from 'node:module'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/** What `#generated/…` names: it follows from the sources, and is not committed (decision 0006). */
export const generatedFolder = join(root, '.generated')

const sources = [
  'src/**/*.ts',
  'src/docs/pages/*',
  'infra/{endpoints,generation,openapi}.ts',
  'infra/openapi/*.ts',
  'README.md',
  'package*.json',
]

const madeFromFile = join(generatedFolder, 'made-from.sha256')

/** A hash of all that the generated files follow from. */
export const sourcesHash = (): string => {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root }).toSorted())
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** Writes a file in one step: other processes may be reading the former one. */
const replace = (file: string, content: string): void => {
  const next = `${file}.${process.pid}`
  writeFileSync(next, content)
  renameSync(next, file)
}

/** Writes the generated files, made from the sources of this hash, and removes those of former versions. */
export const writeGenerated = (files: Record<string, string>, madeFrom: string): void => {
  mkdirSync(generatedFolder, { recursive: true })
  const present = readdirSync(generatedFolder).filter((name) => /\.(json|ts)$/.test(name))
  for (const name of present) if (!(name in files)) rmSync(join(generatedFolder, name), { force: true })
  for (const [name, content] of Object.entries(files)) replace(join(generatedFolder, name), content)
  replace(madeFromFile, madeFrom)
}

/** Whether this process knows that the files are up to date, or is the one that makes them. */
let isSettled = false

/** Makes the generated files if the sources have changed since; to be called before what imports them is loaded. */
export const ensureGenerated = (): void => {
  if (isSettled) return
  isSettled = true
  const isThere = existsSync(madeFromFile)
  if (isThere && readFileSync(madeFromFile, 'utf8') === sourcesHash()) return
  const args = [join(import.meta.dirname, 'openapi.ts'), '--generated']
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status === 0) return
  if (!isThere) throw new Error(`${generatedFolder} could not be made, for the reason above.`)
  process.stderr.write(`${generatedFolder} stays as it was, for the reason above.\n`)
}

/**
 * Has this process load the endpoints without the generated files, which are made from them: in place of each there is
 * an empty one.
 */
export const withoutGenerated = (): void => {
  isSettled = true
  registerHooks({
    resolve: (specifier, context, next) => {
      if (!specifier.startsWith('#generated/')) return next(specifier, context)
      const url = specifier.endsWith('.json')
        ? 'data:application/json,[]'
        : 'data:text/javascript,export const handlers = {}'
      return { url, shortCircuit: true }
    },
  })
}

if (import.meta.main) ensureGenerated()
