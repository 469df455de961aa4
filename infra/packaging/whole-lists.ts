import type { Plugin } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { dirname, relative } from 'node:path'

/** Functions that ask for nearly all of a generated list with their first call, and so load it as one part. */
const wholeLists: Record<string, string[]> = {
  'src/history/endpoints/list-activity.ts': ['resources', 'history-definitions'],
  'src/history/endpoints/list-audit.ts': ['resources', 'history-definitions'],
  'src/search/endpoints/search-everything.ts': ['resources'],
}

/** A line of a list: `task: async () => (await import('../src/task/task/resource.ts')).taskResource,`. */
const listed = /(\w+): async \(\) => \(await import\('(.+)'\)\)\.(\w+)/g

/** Makes one part of each list that a function loads as a whole, instead of a part of each line. */
export const joinLists = (root: string, source: string): Plugin => ({
  name: 'join-lists',
  setup: (one) => {
    const names = wholeLists[relative(root, source)] ?? []
    const filter = new RegExp(`\\.generated[\\\\/](${names.join('|')})\\.ts$`)
    if (names.length === 0) return
    one.onLoad({ filter, namespace: 'file' }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const contents = text.replaceAll(
        listed,
        (_, type: string) => `${type}: async () => (await import(${JSON.stringify(path)})).${type}`,
      )
      return { contents, loader: 'ts' }
    })
    one.onResolve({ filter }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path, namespace: 'whole-list' } : undefined,
    )
    one.onLoad({ filter: /.*/, namespace: 'whole-list' }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const lines = text
        .matchAll(listed)
        .map(([, type, file, name]) => `export { ${name} as ${type} } from '${file}'`)
      return { contents: [...lines].join('\n'), resolveDir: dirname(path) }
    })
  },
})
