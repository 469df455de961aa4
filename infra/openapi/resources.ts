import { existsSync, globSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ResourceHistory } from '../../src/platform/history/resource-history.ts'
import type { Resource } from '../../src/platform/resource.ts'
import { resources as published } from '../../src/resources.ts'
import { exportOfKind, loadHandler } from '../endpoints.ts'

const root = resolve(import.meta.dirname, '../..')

interface Declared {
  file: string
  resource: Resource
  /** What history tells of it, where it has one. */
  history: ResourceHistory | undefined
}

/** Kinds that clients know keep their order in the enums of the document; new ones come behind them. */
const byPublication = ({ resource: a }: Declared, { resource: b }: Declared) => {
  const known = Object.keys(published)
  const placeOf = ({ type }: Resource) => (known.includes(type) ? known.indexOf(type) : known.length)
  return placeOf(a) - placeOf(b) || (a.type < b.type ? -1 : 1)
}

type Beside = 'trash' | 'history' | 'undo'

/** The file beside a resource that says how it lies in the trash, what history tells of it, or how that is undone. */
const fileBeside = (file: string, what: Beside): string | undefined => {
  const beside = file.replace(/resource\.ts$/, `${what}.ts`)
  return existsSync(resolve(root, beside)) ? beside : undefined
}

const loadDeclared = async (file: string): Promise<Declared> => {
  const historyFile = fileBeside(file, 'history')
  const [resource, history] = await Promise.all([
    loadHandler<Resource>(file, exportOfKind(file)),
    historyFile === undefined
      ? undefined
      : loadHandler<ResourceHistory>(historyFile, exportOfKind(historyFile)),
  ])
  return { file, resource, history }
}

/** Every resource of the service: the files `src/<area>/<kind>/resource.ts`. */
export const loadResourceFiles = async (): Promise<Declared[]> => {
  const files = globSync('src/*/*/resource.ts', { cwd: root })
  return (await Promise.all(files.map(loadDeclared))).sort(byPublication)
}

/** The source of a table of what a file of each type exports, loaded when it is asked for. */
const tableOf = (name: string, comment: string, files: { type: string; file: string }[]): string =>
  [
    `/** ${comment} Written by \`npm run openapi\`; each is loaded when it is asked for. */`,
    `export const ${name} = {`,
    ...files.map(
      ({ type, file }) =>
        `  ${type}: async () => (await import('${file.replace(/^src\//, './')}')).${exportOfKind(file)},`,
    ),
    '} as const',
    '',
  ].join('\n')

/** What src/resources.ts holds: where the resource of each type is. */
export const resourcesOf = (declared: Declared[]): string =>
  tableOf(
    'resources',
    'What others may point to.',
    declared.map(({ file, resource: { type } }) => ({ type, file })),
  )

/** The same of the files beside the resources. */
const tableBeside = (name: string, comment: string, declared: Declared[], what: Beside): string => {
  const files = declared.map(({ file, resource: { type } }) => ({ type, file: fileBeside(file, what) }))
  return tableOf(
    name,
    comment,
    files.filter((one): one is { type: string; file: string } => one.file !== undefined),
  )
}

/** What src/trash-definitions.ts holds: how the things of each type lie in the trash. */
export const trashDefinitionsOf = (declared: Declared[]): string =>
  tableBeside('trashDefinitions', 'What can be restored after it was deleted.', declared, 'trash')

/** What src/history-definitions.ts holds: what history tells of the things of each type. */
export const historyDefinitionsOf = (declared: Declared[]): string =>
  tableBeside('historyDefinitions', 'What has a history.', declared, 'history')

/** What src/undo-operations.ts holds: what takes the changes of the things of each type back. */
export const undoOperationsOf = (declared: Declared[]): string =>
  tableBeside('undoOperations', 'What takes changes back.', declared, 'undo')

/** Prettier breaks lines that are longer. */
const maxLineCharacters = 110

const listOf = (name: string, comment: string, declared: Declared[]): string[] => {
  const types = declared.map(({ resource }) => `'${resource.type}'`)
  const line = `export const ${name} = [${types.join(', ')}] as const`
  const broken = [`export const ${name} = [`, ...types.map((type) => `  ${type},`), '] as const']
  return ['', `/** ${comment} */`, ...(line.length > maxLineCharacters ? broken : [line])]
}

interface TypeList {
  name: string
  comment: string
  has: (declared: Declared) => unknown
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
    has: ({ file }) => fileBeside(file, 'trash'),
  },
  {
    name: 'activityTypes',
    comment: 'What has an activity of its own.',
    has: ({ history }) => history?.changes.some(({ hasActivity }) => hasActivity),
  },
]

/** What src/resource-types.ts holds: the types of things by what others may do with them. */
export const resourceTypesOf = (declared: Declared[]): string =>
  [
    '// Written by `npm run openapi` from the resources of all areas; it imports nothing, so any area may import it.',
    ...typeLists.flatMap(({ name, comment, has }) => listOf(name, comment, declared.filter(has))),
    '',
  ].join('\n')
