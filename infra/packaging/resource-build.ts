import type { Plugin } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

const registry = /[\\/]resource-registry\.ts$/

/** The source of the registry, which the platform has, with all resources of the service. */
export const withResources = (source: string): string => `${source}
  import { resources } from '../resources.ts'
  provideResources(resources)`

/**
 * Provides a bundle that asks for resources with all of them. The platform knows no area, and the source of a function
 * begins at its endpoint, so it is here that the two come together. A bundle that asks for none gets none: without the
 * providing, which a bundler must not drop, nothing of the registry has side effects.
 */
export const resourceBuild: Plugin = {
  name: 'resources',
  setup: (build) => {
    build.onResolve({ filter: registry }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path),
      sideEffects: false,
    }))
    build.onLoad({ filter: registry }, async ({ path }) => ({
      contents: withResources(await readFile(path, 'utf8')),
      loader: 'ts',
    }))
  },
}
