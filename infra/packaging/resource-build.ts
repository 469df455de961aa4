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
const list = /[\\/]src[\\/](resources|(trash|history)-definitions)\.ts$/

/** The source of a module: of a registry, which the platform has, with all that areas provide to it. */
export const withProvided = (path: string, source: string): string => {
  const [, name] = registry.exec(path) ?? []
  return name === undefined ? source : `${source}\n${provided[name as keyof typeof provided]}\n`
}

/**
 * The source of such a list with everything imported at once: below a dynamic import a bundler keeps every
 * module whole, the SDK's among them, which is a seventh of the search.
 */
const withoutDynamicImports = (source: string): string => {
  const imports: string[] = []
  const replaced = source.replaceAll(
    /\(await import\(('[^']+')\)\)\.(\w+)/g,
    (_, path: string, name: string) => {
      const local = `${name}${imports.length}`
      imports.push(`import { ${name} as ${local} } from ${path}`)
      return local
    },
  )
  return [...imports, replaced].join('\n')
}

/**
 * Provides a bundle that asks for resources, for the trash or for history, with all of them. The platform knows no
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

/** Imports all of them at once in a bundle that has them; where no bundle is made, they are loaded one by one. */
export const resourcesAtOnce: Plugin = {
  name: 'resources-at-once',
  setup: (build) => {
    build.onLoad({ filter: list }, async ({ path }) => ({
      contents: withoutDynamicImports(await readFile(path, 'utf8')),
      loader: 'ts',
    }))
  },
}
