import type { Plugin } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Functions whose first call needs most of a generated list, with the types that they need (`resource-types.ts`). */
const wholeLists: Record<string, Record<string, string>> = {
  'src/history/endpoints/list-activity.ts': {
    resources: 'resourceTypes',
    'history-definitions': 'resourceTypes',
  },
  'src/history/endpoints/list-audit.ts': {
    resources: 'resourceTypes',
    'history-definitions': 'resourceTypes',
  },
  'src/search/endpoints/search-everything.ts': { resources: 'searchedTypes' },
}

/** Matches a line of a list: `task: async () => (await import('../src/task/task/resource.ts')).taskResource,`. */
const listed = /(\w+): async \(\) => \(await import\('(.+)'\)\)\.(\w+)/g

/** Reads a list, and returns a predicate for the types that are needed at once. */
const readWholeList = async (path: string, types: string) => {
  const file = pathToFileURL(join(dirname(path), 'resource-types.ts')).href
  const all = (await import(file)) as Record<string, readonly string[]>
  const wanted = new Set(all[types])
  return { text: await readFile(path, 'utf8'), isWanted: (type: string) => wanted.has(type) }
}

/** Bundles the entries of a list that a function needs at once into one part, instead of one part per entry. */
export const joinLists = (root: string, source: string): Plugin => ({
  name: 'join-lists',
  setup: (one) => {
    const lists = wholeLists[relative(root, source)]
    if (!lists) return
    const filter = new RegExp(`[\\\\/]generated[\\\\/](${Object.keys(lists).join('|')})\\.ts$`)
    const listAt = (path: string) => readWholeList(path, lists[basename(path, '.ts')] ?? '')
    one.onLoad({ filter, namespace: 'file' }, async ({ path }) => {
      const { text, isWanted } = await listAt(path)
      const entries = text.replaceAll(listed, (line, type: string) =>
        isWanted(type) ? `${type}: async () => (await loadPart()).${type}` : line,
      )
      // one function, because the name of the part would be 600 bytes of a search if it stood in every entry
      const contents = `const loadPart = () => import(${JSON.stringify(path)})\n${entries}`
      return { contents, loader: 'ts' }
    })
    one.onResolve({ filter }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path, namespace: 'whole-list' } : undefined,
    )
    one.onLoad({ filter: /.*/, namespace: 'whole-list' }, async ({ path }) => {
      const { text, isWanted } = await listAt(path)
      const lines = text
        .matchAll(listed)
        .filter(([, type = '']) => isWanted(type))
        .map(([, type, file, name]) => `export { ${name} as ${type} } from '${file}'`)
      return { contents: [...lines].join('\n'), resolveDir: dirname(path) }
    })
  },
})
