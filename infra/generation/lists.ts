import { globSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { exportOf } from './endpoints.ts'
import { addGenerated, withoutGenerated } from './generation.ts'
import { loadKinds, type Kind } from './resources.ts'

const root = resolve(import.meta.dirname, '../..')

const lists: Record<keyof Kind['places'], [file: string, comment: string]> = {
  resource: ['resources', 'What others may point to.'],
  history: ['history-definitions', 'What has a history.'],
  trash: ['trash-definitions', 'What can be restored after it was deleted.'],
  undo: ['undo-operations', 'What takes changes back.'],
  erasure: ['erasures', 'What becomes of things of erased people.'],
}

/** Returns the source of a list of the kinds' definitions of one facet, each loaded on demand. */
const listed = (kinds: Kind[], what: keyof Kind['places'], file: string, comment: string): string => {
  const lines = kinds.flatMap(({ resource: { type }, places: { [what]: place } }) =>
    place ? [`  ${type}: async () => (await import('../${place.file}')).${place.exported},`] : [],
  )
  return [
    `/** ${comment} Written by \`npm run openapi\`; each is loaded when it is asked for. */`,
    `export const ${exportOf(file)} = {`,
    ...lines,
    '} as const',
    '',
  ].join('\n')
}

/** Returns the source of the list of all areas' change handlers: `src/<area>/on-change.ts`. */
const changeHandlers = (): string => {
  const files = globSync('src/*/on-change.ts', { cwd: root }).sort()
  const areas = files.map((file) => [file, exportOf(dirname(file))] as const)
  return [
    ...areas.map(([file, area]) => `import { changeHandlers as ${area} } from '../${file}'`),
    '',
    '/** What follows from changes, area by area. Written by `npm run openapi`. */',
    `export const changeHandlers = [${areas.map(([, area]) => `...${area}`).join(', ')}]`,
    '',
  ].join('\n')
}

/**
 * Returns the lists of kinds. A function contains all files of the lists that it imports; there are several lists,
 * because few functions need all of them.
 */
export const listsOf = (kinds: Kind[]): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(lists).map(([what, [file, comment]]) => [
      `${file}.ts`,
      listed(kinds, what as keyof Kind['places'], file, comment),
    ]),
  ),
  'change-handlers.ts': changeHandlers(),
  'resource-types.ts': typeListsSource(kinds),
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
  { name: 'resourceTypes', comment: 'What others may point to.', has: () => true },
  { name: 'partTypes', comment: 'What belongs to another thing.', has: ({ resource }) => resource.isPart },
  {
    name: 'searchedTypes',
    comment: 'What a search over everything looks for.',
    has: ({ resource }) => resource.search,
  },
  {
    name: 'sourceTypes',
    comment: 'What answers of assistants may quote.',
    has: ({ resource }) => resource.isSource,
  },
  {
    name: 'knowledgeTypes',
    comment: 'What assistants may be given as knowledge.',
    has: ({ resource }) => resource.isKnowledge,
  },
  {
    name: 'fileHolderTypes',
    comment: 'What files can be attached to.',
    has: ({ resource }) => resource.holdsFiles,
  },
  {
    name: 'trashedTypes',
    comment: 'What can be restored after it was deleted.',
    has: ({ resource }) => resource.trash === true,
  },
  {
    name: 'accessTypes',
    comment: 'What is seen by rules of its own.',
    has: ({ resource }) => typeof resource.rights !== 'string',
  },
  {
    name: 'activityTypes',
    comment: 'What has an activity of its own.',
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
  addGenerated(listsOf(await loadKinds()))
}
