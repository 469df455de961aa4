import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/**
 * Folder of the generated files that are not committed: JSON files, and entries of functions. `#generated/…` in
 * package.json maps to this folder and to the lists (decision 0006).
 */
export const generatedFolder = join(root, '.generated')

/** Folder of the generated lists, which are committed. */
export const listsFolder = 'generated'

/** List of the endpoints that can be called by name. */
export const handlersFile = `${listsFolder}/handlers.ts`

const sources = [
  `${listsFolder}/*.ts`,
  'src/**/*.ts',
  'src/language/words/*.json',
  'src/docs/pages/*',
  'src/pages/client/*',
  'infra/commands/openapi.ts',
  'infra/generation/*.ts',
  'infra/openapi/**/*.{ts,yml}',
  'infra/packaging/{served,third-party}-notices.ts',
  'README.md',
  'package*.json',
]

const madeFromFile = join(generatedFolder, 'made-from.sha256')

/** Returns a hash of all inputs of the generated files. */
export const sourcesHash = (): string => {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root, exclude: [handlersFile] }).toSorted())
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** Writes a file atomically, because other processes may be reading its previous version. */
const replace = (file: string, content: string): void => {
  const next = `${file}.${process.pid}`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(next, content)
  renameSync(next, file)
}

export const addGenerated = (files: Record<string, string>): void => {
  for (const [name, content] of Object.entries(files)) replace(join(generatedFolder, name), content)
}

/** Returns the paths of files, from the root of the repository, that do not have this content. */
export const outdatedAmong = (files: Record<string, string>): string[] =>
  Object.keys(files).filter((path) => {
    const file = join(root, path)
    return !existsSync(file) || readFileSync(file, 'utf8') !== files[path]
  })

/** Writes committed files whose content has changed, by their paths from the root of the repository. */
export const writeCommitted = (files: Record<string, string>): void => {
  for (const path of outdatedAmong(files)) replace(join(root, path), files[path] ?? '')
}

/** Writes the files of `.generated` with the hash of their sources, and removes obsolete ones. */
export const writeGenerated = (files: Record<string, string>, madeFrom: string): void => {
  addGenerated(files)
  const present = globSync('**/*.{json,ts}', { cwd: generatedFolder })
  for (const name of present) if (!(name in files)) rmSync(join(generatedFolder, name), { force: true })
  replace(madeFromFile, madeFrom)
}

/** True if this process knows that the generated files are current, or generates them itself. */
let isSettled = false

/** Runs a script of infra, and returns its output. Throws if it fails; the script prints the reason itself. */
const run = (script: string, ...args: string[]): string => {
  const file = join(root, 'infra', script)
  const { status, stdout } = spawnSync(process.execPath, [file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${generatedFolder} could not be generated, for the reason above.`)
  return stdout
}

/**
 * Generates the files if the sources have changed; must be called before a module that imports them is loaded. Throws
 * if generation fails; with `orFormer`, prints the error instead if earlier files exist.
 */
export const ensureGenerated = ({ orFormer = false } = {}): void => {
  if (isSettled) return
  const isThere = existsSync(madeFromFile)
  if (isThere && readFileSync(madeFromFile, 'utf8') === sourcesHash()) return
  try {
    run('commands/openapi.ts', '--generated')
  } catch (error) {
    if (!isThere || !orFormer) throw error
    process.stderr.write(`${(error as Error).message} The previous one is used.\n`)
  }
  isSettled = true
}

/** Returns the lists of kinds by path. Another process generates them, because loading kinds requires empty lists. */
export const kindLists = (): Record<string, string> =>
  JSON.parse(run('generation/lists.ts')) as Record<string, string>

/** Exports of the generated modules; all are empty if kinds are loaded only to be listed. */
const exported = `handlers changeHandlers resources historyDefinitions trashDefinitions undoOperations erasures
  resourceTypes partTypes searchedTypes sourceTypes knowledgeTypes fileHolderTypes trashedTypes activityTypes`
const emptyModule = `data:text/javascript,${exported.replaceAll(/\w+/g, 'export const $& = [];')}`

/**
 * Makes this process load the sources without the generated files that depend on them; empty modules replace these
 * files, but not the lists of words. The lists of kinds are generated from kinds, everything else from endpoints.
 */
export const withoutGenerated = (from: 'kinds' | 'endpoints'): void => {
  isSettled = true
  registerHooks({
    resolve: (specifier, context, next) => {
      const [, name] = specifier.split('#generated/')
      if (name?.startsWith('words/')) return next(specifier, context)
      if (name?.endsWith('.json')) return { url: 'data:application/json,[]', shortCircuit: true }
      const isMade = name !== 'handlers.ts' && from === 'endpoints'
      return name === undefined || isMade
        ? next(specifier, context)
        : { url: emptyModule, shortCircuit: true }
    },
  })
}

if (import.meta.main) ensureGenerated()
