import type { Plugin } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

/** What areas provide to the platform, by the name of its registry. */
const provided = {
  resource: "import { resources } from '../resources.ts'\nprovideResources(resources)",
  trash: "import { trashDefinitions } from '../../trash-definitions.ts'\nprovideTrash(trashDefinitions)",
  history:
    "import { historyDefinitions } from '../../history-definitions.ts'\nprovideHistory(historyDefinitions)",
}
const registry = /[\\/](resource|trash|history)-registry\.ts$/

/** The source of a module: of a registry, which the platform has, with all that areas provide to it. */
export const withProvided = (path: string, source: string): string => {
  const [, name] = registry.exec(path) ?? []
  return name === undefined ? source : `${source}\n${provided[name as keyof typeof provided]}\n`
}

/**
 * Provides a bundle that asks for resources, for the trash or for history, with all of them,
 * each loaded when it is asked for. The platform knows no
 * area, and the source of a function begins at its endpoint, so it is here that the two come together. A bundle that
 * asks for none gets none: without the providing, which a bundler must not drop, nothing of a registry has side
 * effects.
 */
export const resourceBuild: Plugin = {
  name: 'resources',
  setup: (build) => {
    build.onResolve({ filter: registry }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path),
      sideEffects: false,
    }))
    build.onLoad({ filter: registry }, async ({ path }) => ({
      contents: withProvided(path, await readFile(path, 'utf8')),
      loader: 'ts',
    }))
  },
}
