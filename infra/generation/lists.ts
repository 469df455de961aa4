import { globSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { exportName } from './endpoints.ts'
import { listsFolder, withoutGenerated } from './generation.ts'
import { loadKinds, type Kind, type Place, type UndoEndpoints } from './resources.ts'

const root = resolve(import.meta.dirname, '../..')

const lists: Record<keyof Kind['places'], [file: string, comment: string]> = {
  resource: ['resources', 'The resources of all kinds.'],
  history: ['history-definitions', 'The histories of kinds.'],
  trash: ['trash-definitions', 'The definitions of kinds that the trash can restore.'],
  undo: ['undo-operations', 'The operations that revert changes.'],
  erasure: ['erasures', 'The erasure handlers of kinds.'],
}

const loadedExport = ({ file, exported }: Pick<Place, 'file' | 'exported'>) =>
  `(await import('../${file}')).${exported}`

/** Returns the expression that loads a definition on demand. */
const loading = (place: Place): string =>
  place.madeBy ? `${place.madeBy.exported}(${loadedExport(place)})` : loadedExport(place)

/** Returns the expression that loads the endpoints that undo changes of a type. */
const loadingEndpoints = (type: string, endpoints: UndoEndpoints): string => {
  const loaded = Object.entries(endpoints).map(([name, endpoint]) => `${name}: ${loadedExport(endpoint)}`)
  return `({ ${type}: { ${loaded.join(', ')} } })`
}

/** Returns the source of a list of the kinds' definitions of one facet, each loaded on demand. */
const listSource = (kinds: Kind[], what: keyof Kind['places'], file: string, comment: string): string => {
  const makers = new Map(
    kinds.flatMap(({ places: { [what]: { madeBy } = {} } }) =>
      madeBy ? [[madeBy.exported, madeBy.file]] : [],
    ),
  )
  const lines = kinds.flatMap(({ resource: { type }, places: { [what]: place }, undoEndpoints }) => {
    const endpoints = what === 'undo' ? undoEndpoints : undefined
    const expression = place ? loading(place) : endpoints && loadingEndpoints(type, endpoints)
    return expression === undefined ? [] : [`  ${type}: async () => ${expression},`]
  })
  return [
    ...[...makers].map(([name, path]) => `import { ${name} } from '../${path}'\n`),
    `/** ${comment} Written by \`npm run openapi\`; each loads on demand. */`,
    `export const ${exportName(file)} = {`,
    ...lines,
    '} as const',
    '',
  ].join('\n')
}

/** Returns the source of the list of all areas' change handlers: `src/<area>/on-change.ts`. */
const changeHandlers = (): string => {
  const files = globSync('src/*/on-change.ts', { cwd: root }).sort()
  const areas = files.map((file) => [file, exportName(dirname(file))] as const)
  return [
    ...areas.map(([file, area]) => `import { changeHandlers as ${area} } from '../${file}'`),
    '',
    '/** The change handlers of all areas. Written by `npm run openapi`. */',
    `export const changeHandlers = [${areas.map(([, area]) => `...${area}`).join(', ')}]`,
    '',
  ].join('\n')
}

/**
 * Returns the lists of kinds. A function contains all files of the lists that it imports; there are several lists,
 * because few functions need all of them.
 */
export const kindListSources = (kinds: Kind[]): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(lists).map(([what, [file, comment]]) => [
      `${listsFolder}/${file}.ts`,
      listSource(kinds, what as keyof Kind['places'], file, comment),
    ]),
  ),
  [`${listsFolder}/change-handlers.ts`]: changeHandlers(),
  [`${listsFolder}/resource-types.ts`]: typeListsSource(kinds),
})

const typeList = (name: string, comment: string, kinds: Kind[]): string[] => {
  const types = kinds.map(({ resource }) => `'${resource.type}'`)
  return ['', `/** ${comment} */`, `export const ${name} = [${types.join(', ')}] as const`]
}

interface TypeList {
  name: string
  comment: string
  has: (kind: Kind) => unknown
}

const typeLists: TypeList[] = [
  { name: 'resourceTypes', comment: 'Types of all resources.', has: () => true },
  {
    name: 'partTypes',
    comment: 'Types that belong to another resource.',
    has: ({ resource }) => resource.isPart,
  },
  {
    name: 'searchedTypes',
    comment: 'Types that the search over everything returns.',
    has: ({ resource }) => resource.search,
  },
  {
    name: 'sourceTypes',
    comment: 'Types that replies of assistants may quote.',
    has: ({ resource }) => resource.isSource,
  },
  {
    name: 'knowledgeTypes',
    comment: 'Types that assistants can have as knowledge.',
    has: ({ resource }) => resource.isKnowledge,
  },
  {
    name: 'fileHolderTypes',
    comment: 'Types that can have attachments.',
    has: ({ resource }) => resource.holdsFiles,
  },
  {
    name: 'trashedTypes',
    comment: 'Types that the trash can restore.',
    has: ({ resource }) => resource.trash === true,
  },
  {
    name: 'accessTypes',
    comment: 'Types with access rules of their own.',
    has: ({ resource }) => typeof resource.rights !== 'string',
  },
  {
    name: 'activityTypes',
    comment: 'Types with an activity.',
    has: ({ history }) => history?.changes.some(({ hasActivity }) => hasActivity),
  },
]

/** Returns the source of the lists of resource types by their capabilities. */
const typeListsSource = (kinds: Kind[]): string =>
  [
    '// Written by `npm run openapi` from the resources of all areas; it imports nothing, so any area may import it.',
    ...typeLists.flatMap(({ name, comment, has }) => typeList(name, comment, kinds.filter(has))),
    '',
  ].join('\n')

if (import.meta.main) {
  withoutGenerated('kinds')
  process.stdout.write(JSON.stringify(kindListSources(await loadKinds())))
}
