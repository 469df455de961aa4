import { execFile, execFileSync } from 'node:child_process'
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { exportName, exportOfKind } from '../../infra/generation/endpoints.ts'
import { loadKinds } from '../../infra/generation/resources.ts'
import { queueNames } from '../../src/platform/events/queues.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Replaces bundling by a mere translation of each file, which is much faster, for tests that read only the template.
 */
export const doNotBundle = (folder: string): void =>
  writeFileSync(
    join(folder, 'esbuild.config.ts'),
    `const config = () => ({ format: 'esm', outputFileExtension: '.mjs', bundle: false, exclude: [] })
export const packaged = { bundle: true, format: 'esm', platform: 'node', packages: 'external', plugins: [] }
export { config as 'module.exports' }`,
  )

/**
 * Makes bundles contain the service's sources, chunks and maps, but import packages instead of containing them, which
 * saves two thirds of the time, for tests that do not run deployed functions.
 */
export const leavePackagesOut = (folder: string): void => {
  renameSync(join(folder, 'esbuild.config.ts'), join(folder, 'whole.config.ts'))
  writeFileSync(
    join(folder, 'esbuild.config.ts'),
    `import { packaged, 'module.exports' as config } from './whole.config.ts'
const leaveOut = ({ path, kind }) =>
  kind === 'import-statement' && !path.startsWith('node:') ? { path, external: true } : undefined
packaged.plugins.unshift({ name: 'packages', setup: (build) => build.onResolve({ filter: /^[^./#]/ }, leaveOut) })
export { packaged, config as 'module.exports' }`,
  )
}

/**
 * Returns an environment without this machine's AWS account, if any. Compile caches are shared with later processes:
 * the validator of serverless.yml alone takes osls three seconds.
 */
export const packagingEnvironment = (home: string) => {
  const cache = join(root, 'node_modules/.cache')
  return {
    PATH: process.env['PATH'],
    HOME: home,
    TMPDIR: tmpdir(),
    NODE_COMPILE_CACHE: join(cache, 'compiled'),
    SLS_SCHEMA_CACHE_BASE_DIR: cache,
  }
}

export const packageProject = async (
  folder: string,
  variables: Record<string, string> = {},
): Promise<void> => {
  const osls = join(root, 'node_modules/serverless/bin/serverless.js')
  const env = { ...packagingEnvironment(folder), ...variables }
  const packaging = promisify(execFile)(process.execPath, [osls, 'package'], { cwd: folder, env })
  // osls prints its errors to stdout
  await packaging.catch(({ stdout }: { stdout: string }) => Promise.reject(new Error(stdout)))
}

export interface FunctionResource {
  Handler: string
  Code: { S3Key: string }
}

/** Returns the template as osls uploads it. */
export const uploadedTemplate = (folder: string): string =>
  JSON.stringify(
    JSON.parse(readFileSync(join(folder, '.serverless/cloudformation-template-update-stack.json'), 'utf8')),
  )

/** Returns the functions of a template by name, without the stack's prefix. */
export const functionsOf = (template: string): Map<string, FunctionResource> => {
  const { Resources } = JSON.parse(template) as {
    Resources: Record<string, { Type: string; Properties: FunctionResource & { FunctionName: string } }>
  }
  const functions = Object.values(Resources).filter(({ Type }) => Type === 'AWS::Lambda::Function')
  return new Map(
    functions.map(({ Properties }) => [
      Properties.FunctionName.replace('enterprise-platform-dev-', ''),
      Properties,
    ]),
  )
}

/** Number of functions for which the stack must have room. */
export const maxFunctions = 260

/**
 * Number of functions without endpoints: queues, not found, the dispatcher, the recorder, the scheduler, audit-lock.
 */
const rootFunctions = queueNames.length + 5

/**
 * Gives the kinds of a copy that are undone by endpoints an empty undo instead: generation refuses a kind that declares
 * undo but has none.
 */
const replaceUndoEndpoints = async (folder: string): Promise<void> => {
  for (const { undoEndpoints, places } of await loadKinds()) {
    if (!undoEndpoints) continue
    const kind = dirname(places.resource.file)
    const exported = exportOfKind(join(kind, 'undo.ts'))
    writeFileSync(join(folder, kind, 'undo.ts'), `export const ${exported} = {}\n`)
  }
}

/** Removes the endpoints and workers that do not match from a copy of the project, and generates its lists again. */
export const keepFunctions = async (folder: string, kept: RegExp): Promise<void> => {
  await replaceUndoEndpoints(folder)
  for (const file of globSync('src/*/**/{endpoints,workers}/*.ts', { cwd: folder }))
    if (!kept.test(file)) rmSync(join(folder, file))
  // twice, because the lists of kinds follow the order of the document that the first run writes
  for (let times = 0; times < 2; times += 1)
    execFileSync(process.execPath, ['infra/commands/openapi.ts'], { cwd: folder })
}

/** Duplicates endpoints on paths of their own, until the stack has 260 functions including generated ones. */
export const doubleFunctions = (folder: string): void => {
  const sources = globSync('src/*/**/endpoints/*.ts', { cwd: folder })
    .sort()
    .map((file) => ({ file, source: readFileSync(join(folder, file), 'utf8') }))
  const joint = new Set(sources.flatMap(({ source }) => /servedBy: '.+'/.exec(source)?.[0] ?? []))
  // endpoints that share a function have none of their own
  const own = sources.filter(({ source }) => !source.includes('servedBy: '))
  for (const { file, source } of own.slice(0, maxFunctions - rootFunctions - own.length - joint.size)) {
    const twin = join(folder, dirname(file), basename(file).replace(/^[a-z]+/, '$&again'))
    const text = source.replace(/(ndpoint\(\s*)(['`])([A-Z]+) (\/(?=\2))?/, '$1$2$3 /again')
    if (text === source) throw new Error(`${file} has no route.`)
    writeFileSync(
      twin,
      text.replace(`export const ${exportName(file)} `, `export const ${exportName(twin)} `),
    )
  }
  execFileSync(process.execPath, ['infra/commands/openapi.ts'], { cwd: folder })
}
