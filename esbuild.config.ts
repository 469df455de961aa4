import type { BuildOptions, Plugin } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { jointly } from './infra/local/joint-build.ts'
import { maxConcurrentFunctions, inBatches } from './infra/packaging/batch-build.ts'
import { archiveNotices } from './infra/packaging/archive-notices.ts'
import { sourceOf, type FunctionCode } from './infra/packaging/function-code.ts'

/**
 * Node's own modules by `process.getBuiltinModule`, and of each only what is used: an `import` of them
 * evaluates everything that they export, of `node:http` a whole second HTTP client, and packages in CommonJS
 * could not `require` them from an ES module (decision 0001).
 */
const builtins: Plugin = {
  name: 'builtins',
  setup: (build) => {
    const { splitting = false } = build.initialOptions
    build.onResolve({ filter: new RegExp(`^(node:.+|${builtinModules.join('|')})$`) }, ({ path, kind }) =>
      // a CommonJS module that is split off exports nothing by name
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
 * Lambda puts a function's credentials into its environment; the other places where the SDK looks are a
 * quarter of its code.
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

/** Nor has a function files of settings in a home directory, where the SDK looks at its start. */
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
 * Events that AWS streams over one connection are not used here, but the SDK loads what reads them when it is
 * asked to, and for that the bundler keeps most of its modules apart, each to be run by itself.
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
 * The client of Parameter Store registers the errors of 140 operations, of which one is used here; each is told by its
 * name without that.
 */
const parameterErrors: Plugin = {
  name: 'parameter-errors',
  setup: (build) => {
    build.onLoad({ filter: /@aws-sdk[\\/]client-ssm[\\/].+[\\/]schemas_0\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      return { contents: source.replaceAll(/^n0_registry\.registerError\(.*\);$/gm, '') }
    })
  },
}

/** Clients of the SDK tell their version, and for that import the whole of what npm is told of them. */
const packageVersions: Plugin = {
  name: 'package-versions',
  setup: (build) => {
    build.onLoad({ filter: /@aws-sdk[\\/]client-[\w-]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string }
      return { contents: JSON.stringify({ version }), loader: 'json' }
    })
  },
}

/** Made to start fast: packages by their ES modules, so that what is not used falls away, and small. */
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
  plugins: [builtins, credentials, sharedFiles, eventStreams, parameterErrors, packageVersions],
} satisfies BuildOptions

/** Made in a moment: the packages stay outside. */
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

const sourcesOf = ({ functions = {} }: Serverless['service']) => Object.values(functions).map(sourceOf)

/**
 * How serverless-esbuild makes the files of a function; each process in a folder of its own, for several may be
 * at it.
 */
const config = ({ serviceDir, processedInput, service }: Serverless) => {
  const folder = `.esbuild/${process.pid}`
  const sources = sourcesOf(service)
  if (processedInput.commands[0] === 'offline')
    return {
      ...local,
      ...output(folder),
      // the joint build says what is wrong
      logLevel: 'silent' as const,
      plugins: [jointly(local, sources, `${folder}/joint`)],
      watch: { pattern: ['src/**/*.ts'] },
    }
  // esbuild's process collects its garbage less often: a third less time for a third more memory
  process.env['GOGC'] ??= '400'
  // archives hold the modes of files, and Lambda has to be able to read them
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
    plugins: [inBatches(packaged, sources, folders, accompany)],
    skipRebuild: true,
    concurrency: maxConcurrentFunctions,
    zipConcurrency: 4,
  }
}

/** The folder below that of the process from which serverless-esbuild fills the archives. */
const buildFolder = 'build'

const output = (folder: string) => ({
  outputFileExtension: '.mjs',
  outputWorkFolder: folder,
  outputBuildFolder: buildFolder,
  exclude: [],
})

/** serverless-esbuild requires this file and wants the function itself as its CommonJS face. */
export { config as 'module.exports' }
