import type { Plugin } from 'esbuild'
import { builtinModules } from 'node:module'

/**
 * Node's own modules by `process.getBuiltinModule`: an `import` of them evaluates everything that they export, of
 * `node:http` a whole second HTTP client, and packages in CommonJS could not `require` them from an ES module.
 */
const builtins: Plugin = {
  name: 'builtins',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: new RegExp(`^(node:.+|${builtinModules.join('|')})$`) }, ({ path }) => ({
      path,
      namespace: 'builtin',
    }))
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
    }))
  },
}

/** Lambda puts a function's credentials into its environment; the other places where the SDK looks are a quarter of its code. */
const credentials: Plugin = {
  name: 'credentials',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ path, resolveDir }) => ({
      path,
      namespace: 'credentials',
      pluginData: resolveDir,
    }))
    onLoad(
      { filter: /.*/, namespace: 'credentials' },
      ({ pluginData: resolveDir }: { pluginData: string }) => ({
        contents: `export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'`,
        resolveDir,
      }),
    )
  },
}

/** Made to start fast: packages by their ES modules, so that what is not used falls away, and small. */
export const packaged = {
  bundle: true,
  format: 'esm',
  target: 'node24',
  platform: 'node',
  mainFields: ['module', 'main'],
  minify: true,
  legalComments: 'none',
  plugins: [builtins, credentials],
} as const

/** How serverless-esbuild makes a function's one file. Locally the packages stay outside: it starts in seconds. */
const config = ({ processedInput }: { processedInput: { commands: string[] } }) => ({
  outputFileExtension: '.mjs',
  exclude: [],
  ...(processedInput.commands[0] === 'offline'
    ? { bundle: true, format: 'esm', target: 'node24', packages: 'external' }
    : // a folder of its own, for the service may be running; a few at once, for each takes memory
      {
        ...packaged,
        outputWorkFolder: '.esbuild/package',
        skipRebuild: true,
        concurrency: 4,
        zipConcurrency: 4,
      }),
})

/** serverless-esbuild requires this file and wants the function itself as its CommonJS face. */
export { config as 'module.exports' }
