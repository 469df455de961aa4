import { execFile, execFileSync } from 'node:child_process'
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { exportOf } from '../../infra/endpoints.ts'
import { queueNames } from '../../src/platform/events/queues.ts'

const root = join(import.meta.dirname, '../..')

/** Files are translated but not bundled, which is what takes the time, in tests that look at the template alone. */
export const doNotBundle = (folder: string): void =>
  writeFileSync(
    join(folder, 'esbuild.config.ts'),
    `const config = () => ({ format: 'esm', outputFileExtension: '.mjs', bundle: false, exclude: [] })
export const packaged = { bundle: true, format: 'esm', platform: 'node', packages: 'external', plugins: [] }
export { config as 'module.exports' }`,
  )

/**
 * Bundles have the sources of the service, their chunks and maps, and import packages instead of containing them, which
 * is two thirds of the time, in tests for which it does not matter what a deployed function runs.
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
 * An environment with nothing of this machine's AWS account, if it has one. What Node and osls compile is kept where
 * the next process finds it: the validator of serverless.yml alone takes osls three seconds.
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

/** `npm run package` in a folder. */
export const packageProject = async (
  folder: string,
  variables: Record<string, string> = {},
): Promise<void> => {
  const osls = join(root, 'node_modules/serverless/bin/serverless.js')
  const env = { ...packagingEnvironment(folder), ...variables }
  const packaging = promisify(execFile)(process.execPath, [osls, 'package'], { cwd: folder, env })
  // osls says there what is wrong
  await packaging.catch(({ stdout }: { stdout: string }) => Promise.reject(new Error(stdout)))
}

export interface FunctionResource {
  Handler: string
  Code: { S3Key: string }
}

/** The template as osls uploads it. */
export const uploadedTemplate = (folder: string): string =>
  JSON.stringify(
    JSON.parse(readFileSync(join(folder, '.serverless/cloudformation-template-update-stack.json'), 'utf8')),
  )

/** The functions of a template by their names, without the stack's name before them. */
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

/** How many functions the stack has to have room for. */
export const maxFunctions = 260

/** How many of them are no endpoints: queues, not found, the dispatcher, the recorder, the scheduler, audit-lock. */
const rootFunctions = queueNames.length + 5

/** Removes the endpoints and workers that do not match from a copy of the project, and writes what lists them again. */
export const keepFunctions = (folder: string, kept: RegExp): void => {
  for (const file of globSync('src/*/**/{endpoints,workers}/*.ts', { cwd: folder }))
    if (!kept.test(file)) rmSync(join(folder, file))
  // again, since lists of kinds are in the order of the document that the first has written
  for (let times = 0; times < 2; times += 1)
    execFileSync(process.execPath, ['infra/openapi.ts'], { cwd: folder })
}

/** Gives endpoints a twin on a path of its own, until the stack has 260 functions with what is generated. */
export const doubleFunctions = (folder: string): void => {
  const sources = globSync('src/*/**/endpoints/*.ts', { cwd: folder })
    .sort()
    .map((file) => ({ file, source: readFileSync(join(folder, file), 'utf8') }))
  const joint = new Set(sources.flatMap(({ source }) => /servedBy: '.+'/.exec(source)?.[0] ?? []))
  // what others are served with is no function of its own
  const own = sources.filter(({ source }) => !source.includes('servedBy: '))
  for (const { file, source } of own.slice(0, maxFunctions - rootFunctions - own.length - joint.size)) {
    const twin = join(folder, dirname(file), basename(file).replace(/^[a-z]+/, '$&again'))
    const text = source.replace(/(ndpoint\(\s*)(['`])([A-Z]+) (\/(?=\2))?/, '$1$2$3 /again')
    if (text === source) throw new Error(`${file} has no route.`)
    writeFileSync(twin, text.replace(`export const ${exportOf(file)} `, `export const ${exportOf(twin)} `))
  }
  execFileSync(process.execPath, ['infra/openapi.ts', '--generated'], { cwd: folder })
}
