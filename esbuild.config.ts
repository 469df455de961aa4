import type { BuildOptions, Plugin } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { jointly } from './infra/packaging/joint-build.ts'
import { maxConcurrentFunctions, buildInBatches } from './infra/packaging/batch-build.ts'
import { archiveNotices } from './infra/packaging/archive-notices.ts'
import { bundleSource, type FunctionCode } from './infra/packaging/function-code.ts'

/**
 * Imports Node's own modules with `process.getBuiltinModule`, and only the used parts of each: an `import` evaluates
 * all their exports, for `node:http` an entire second HTTP client, and CommonJS packages could not `require` them from
 * an ES module (decision 0001).
 */
const builtins: Plugin = {
  name: 'builtins',
  setup: (build) => {
    const { splitting = false } = build.initialOptions
    build.onResolve({ filter: new RegExp(`^(node:.+|${builtinModules.join('|')})$`) }, ({ path, kind }) =>
      // a CommonJS module that is split off has no named exports
      splitting && kind === 'dynamic-import'
        ? { path, external: true }
        : { path, namespace: kind === 'import-statement' ? 'builtin' : 'whole-builtin' },
    )
    const builtin = (path: string) => `/* @__PURE__ */ process.getBuiltinModule(${JSON.stringify(path)})`
    build.onLoad({ filter: /.*/, namespace: 'whole-builtin' }, ({ path }) => ({
      contents: `module.exports = ${builtin(path)}`,
    }))
    build.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => {
      const names = Object.keys(process.getBuiltinModule(path) as object).filter((name) => name !== 'default')
      const exported = names.map(
        (name, n) => `const part${n} = /* @__PURE__ */ part('${name}'); export { part${n} as '${name}' }`,
      )
      return {
        contents: `const whole = ${builtin(path)}
          const part = (name) => whole[name]
          export default whole
          ${exported.join('\n')}`,
      }
    })
  },
}

/**
 * Loads credentials only from the environment, where Lambda puts them; the SDK's other sources are a quarter of its
 * code.
 */
const credentials: Plugin = {
  name: 'credentials',
  setup: (build) => {
    build.onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ path, resolveDir }) => ({
      path,
      namespace: 'credentials',
      pluginData: resolveDir,
    }))
    build.onLoad(
      { filter: /.*/, namespace: 'credentials' },
      ({ pluginData: resolveDir }: { pluginData: string }) => ({
        contents: `export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'`,
        resolveDir,
      }),
    )
  },
}

/** Skips settings files in a home directory, which the SDK reads at its start and functions do not have. */
const sharedFiles: Plugin = {
  name: 'shared-files',
  setup: (build) => {
    build.onLoad({ filter: /shared-ini-file-loader\/loadSharedConfigFiles\.js$/ }, () => ({
      contents: `export const CONFIG_PREFIX_SEPARATOR = '.'
        export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} })`,
    }))
  },
}

/**
 * Keeps the SDK's code for AWS event streams external. The project does not use event streams, but the SDK loads this
 * code on demand, and for such an import the bundler keeps most of the SDK's modules separate, each to be evaluated on
 * its own.
 */
const eventStreams: Plugin = {
  name: 'event-streams',
  setup: (build) => {
    build.onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    )
  },
}

/**
 * Leaves out the validator of JSON Schema that the MCP library creates unless it is given another one: a fifth of its
 * function's code (decision 0070).
 */
const schemaValidators: Plugin = {
  name: 'schema-validators',
  setup: (build) => {
    build.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, ({ path }) => ({
      path,
      namespace: 'schema-validators',
    }))
    build.onLoad({ filter: /.*/, namespace: 'schema-validators' }, () => ({
      contents: 'export class DefaultJsonSchemaValidator {}',
    }))
  },
}

/** Reduces package.json of SDK clients to the version: clients report it, and import the whole file for that. */
const packageVersions: Plugin = {
  name: 'package-versions',
  setup: (build) => {
    build.onLoad({ filter: /@aws-sdk[\\/]client-[\w-]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string }
      return { contents: JSON.stringify({ version }), loader: 'json' }
    })
  },
}

/**
 * Options for packaged functions, for a fast start: small bundles, and ES modules of packages, so that unused code is
 * dropped.
 */
export const packaged = {
  bundle: true,
  format: 'esm',
  target: 'node24',
  platform: 'node',
  mainFields: ['module', 'main'],
  conditions: ['module', 'packaged'],
  minify: true,
  legalComments: 'none',
  charset: 'utf8',
  plugins: [builtins, credentials, sharedFiles, eventStreams, schemaValidators, packageVersions],
} satisfies BuildOptions

/** Options for local functions, for a fast build: packages stay external. */
const local = {
  bundle: true,
  format: 'esm',
  target: 'node24',
  packages: 'external',
} satisfies BuildOptions

interface Serverless {
  serviceDir: string
  processedInput: { commands: string[] }
  service: { functions?: Record<string, FunctionCode> }
}

const sourcesOf = ({ functions = {} }: Serverless['service']) => Object.values(functions).map(bundleSource)

/**
 * Returns the options of serverless-esbuild for a function's files; each process has its own folder, because several
 * may run at once.
 */
const config = ({ serviceDir, processedInput, service }: Serverless) => {
  const folder = `.esbuild/${process.pid}`
  const sources = sourcesOf(service)
  if (processedInput.commands[0] === 'offline')
    return {
      ...local,
      ...output(folder),
      // the joint build prints its errors
      logLevel: 'silent' as const,
      plugins: [jointly(local, sources, `${folder}/joint`)],
      watch: { pattern: ['src/**/*.ts'] },
    }
  // esbuild collects its garbage less often: a third less time for a third more memory
  process.env['GOGC'] ??= '400'
  // archives contain file modes, and Lambda must be able to read the files
  process.umask(0o022)
  const folders = {
    root: serviceDir,
    code: join(serviceDir, folder, 'code'),
    maps: join(serviceDir, '.serverless/maps'),
  }
  const accompany = archiveNotices(serviceDir, join(serviceDir, folder, buildFolder), service.functions)
  return {
    ...packaged,
    ...output(folder),
    plugins: [buildInBatches(packaged, sources, folders, accompany)],
    skipRebuild: true,
    concurrency: maxConcurrentFunctions,
    zipConcurrency: 4,
  }
}

/** Subfolder of the process's folder from which serverless-esbuild fills the archives. */
const buildFolder = 'build'

const output = (folder: string) => ({
  outputFileExtension: '.mjs',
  outputWorkFolder: folder,
  outputBuildFolder: buildFolder,
  exclude: [],
})

/** serverless-esbuild requires this file, and expects the function itself as its CommonJS export. */
export { config as 'module.exports' }
