import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/** What `#generated/…` names: it follows from the sources, and is not committed (decision 0006). */
export const generatedFolder = join(root, '.generated')

const sources = [
  'src/**/*.ts',
  'src/docs/pages/*',
  'src/pages/client/*',
  'infra/{endpoints,generation,openapi}.ts',
  'infra/openapi/*.{ts,yml}',
  'infra/packaging/{served,third-party}-notices.ts',
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
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(next, content)
  renameSync(next, file)
}

/** Adds generated files, or replaces them. */
export const addGenerated = (files: Record<string, string>): void => {
  for (const [name, content] of Object.entries(files)) replace(join(generatedFolder, name), content)
}

/** Writes the generated files, made from the sources of this hash, and removes those of former versions. */
export const writeGenerated = (files: Record<string, string>, madeFrom: string): void => {
  addGenerated(files)
  const present = globSync('**/*.{json,ts}', { cwd: generatedFolder })
  for (const name of present) if (!(name in files)) rmSync(join(generatedFolder, name), { force: true })
  replace(madeFromFile, madeFrom)
}

/** Whether this process knows that the files are up to date, or is the one that makes them. */
let isSettled = false

/** Runs a script of ours; throws an Error for one that fails, which has said why. */
const run = (script: string, ...args: string[]): void => {
  const file = join(import.meta.dirname, script)
  const { status } = spawnSync(process.execPath, [file, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${generatedFolder} could not be made, for the reason above.`)
}

/**
 * Makes the generated files if the sources have changed since; to be called before what imports them is loaded. Throws
 * an Error when they cannot be made; `orFormer` only says so where there are former ones.
 */
export const ensureGenerated = ({ orFormer = false } = {}): void => {
  if (isSettled) return
  const isThere = existsSync(madeFromFile)
  if (isThere && readFileSync(madeFromFile, 'utf8') === sourcesHash()) return
  try {
    run('openapi.ts', '--generated')
  } catch (error) {
    if (!isThere || !orFormer) throw error
    process.stderr.write(`${(error as Error).message} The former one is used.\n`)
  }
  isSettled = true
}

/** Makes the lists of kinds, which endpoints need to be loaded. */
export const makeLists = (): void => run('openapi/lists.ts')

/** What the generated modules export; of kinds that are only loaded to be listed, each is empty. */
const exported = `handlers changeHandlers resources historyDefinitions trashDefinitions undoOperations erasures
  resourceTypes partTypes searchedTypes sourceTypes knowledgeTypes fileHolderTypes trashedTypes activityTypes`
const emptyModule = `data:text/javascript,${exported.replaceAll(/\w+/g, 'export const $& = [];')}`

/**
 * Has this process load sources without the generated files that are made from them: in place of each there is an
 * empty one. The lists of kinds are made from kinds, everything else from endpoints.
 */
export const withoutGenerated = (from: 'kinds' | 'endpoints'): void => {
  isSettled = true
  registerHooks({
    resolve: (specifier, context, next) => {
      const [, name] = specifier.split('#generated/')
      if (name?.endsWith('.json')) return { url: 'data:application/json,[]', shortCircuit: true }
      const isMade = name !== 'handlers.ts' && from === 'endpoints'
      return name === undefined || isMade
        ? next(specifier, context)
        : { url: emptyModule, shortCircuit: true }
    },
  })
}

if (import.meta.main) ensureGenerated()
