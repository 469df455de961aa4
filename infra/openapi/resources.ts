import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ResourceHistory } from '../../src/platform/history/resource-history.ts'
import type { Resource } from '../../src/platform/resource.ts'
import { exportOf, exportOfKind } from '../endpoints.ts'
import { addGenerated, withoutGenerated } from '../generation.ts'

const root = resolve(import.meta.dirname, '../..')

/** What can be said of a kind beside its resource, or where it is little, in the same file. */
const facets = ['history', 'trash', 'undo', 'erasure'] as const
type Facet = (typeof facets)[number]

/** Where something is said of a kind. */
interface Place {
  file: string
  exported: string
}

interface Kind {
  resource: Resource
  history: ResourceHistory | undefined
  places: { resource: Place } & Partial<Record<Facet, Place>>
}

/** What clients know, in the order of the enums of the committed document. */
const published = (): string[] => {
  const document = readFileSync(join(root, 'src/docs/openapi.yaml'), 'utf8')
  return ['SearchResultType', 'ActivityEntryResourceType'].flatMap((schema) => {
    const [, values = ''] =
      new RegExp(`\n    ${schema}:\n.*\n      enum:((\n +- \\w+)+)`).exec(document) ?? []
    return values.match(/\w+/g) ?? []
  })
}

/** Kinds that clients know keep their order in these enums; new ones come behind them. */
const byPublication = () => {
  const known = published()
  const rankOf = ({ type }: Resource) => (known.includes(type) ? known.indexOf(type) : known.length)
  return ({ resource: a }: Kind, { resource: b }: Kind) => rankOf(a) - rankOf(b) || (a.type < b.type ? -1 : 1)
}

const load = (file: string): Promise<Record<string, unknown>> =>
  import(pathToFileURL(resolve(root, file)).href)

const placesOf = (file: string, module: object): Kind['places'] => {
  const found = facets.flatMap((facet) => {
    const beside = file.replace(/resource\.ts$/, `${facet}.ts`)
    const exported = exportOfKind(beside)
    if (existsSync(resolve(root, beside))) return [[facet, { file: beside, exported }] as const]
    return exported in module ? [[facet, { file, exported }] as const] : []
  })
  return { resource: { file, exported: exportOfKind(file) }, ...Object.fromEntries(found) }
}

/** Throws an Error where what a kind answers is not what it says. */
const requireAnswers = ({ resource, places }: Kind): void => {
  for (const facet of ['trash', 'undo', 'erasure'] as const) {
    const [answer, place] = [resource[facet], places[facet]]
    if (answer === true && !place)
      throw new Error(`${places.resource.file} answers "${facet}: true", and nothing beside it says how.`)
    if (answer !== true && place)
      throw new Error(`${places.resource.file} answers "${facet}: ${answer}" But there is ${place.file}.`)
  }
}

const loadKind = async (file: string): Promise<Kind> => {
  const module = await load(file)
  const places = placesOf(file, module)
  const history = places.history && (await load(places.history.file))[places.history.exported]
  const kind = {
    resource: module[places.resource.exported] as Resource,
    history: history as ResourceHistory | undefined,
    places,
  }
  requireAnswers(kind)
  return kind
}

/** Every kind of things that the service has: what has a file `src/<area>/<kind>/resource.ts`. */
export const loadKinds = async (): Promise<Kind[]> => {
  const files = globSync('src/*/*/resource.ts', { cwd: root })
  return (await Promise.all(files.map(loadKind))).sort(byPublication())
}

const lists: Record<keyof Kind['places'], [file: string, comment: string]> = {
  resource: ['resources', 'What others may point to.'],
  history: ['history-definitions', 'What has a history.'],
  trash: ['trash-definitions', 'What can be restored after it was deleted.'],
  undo: ['undo-operations', 'What takes changes back.'],
  erasure: ['erasures', 'What becomes of things of erased people.'],
}

/** The source of a list of what the kinds say of one thing, each loaded when it is asked for. */
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

/** The lists of kinds: what a function asks for by type, and so contains. They are apart, since few ask for all. */
export const listsOf = (kinds: Kind[]): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(lists).map(([what, [file, comment]]) => [
      `${file}.ts`,
      listed(kinds, what as keyof Kind['places'], file, comment),
    ]),
  ),
  'resource-types.ts': typesOf(kinds),
})

const listOf = (name: string, comment: string, kinds: Kind[]): string[] => {
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
    name: 'activityTypes',
    comment: 'What has an activity of its own.',
    has: ({ history }) => history?.changes.some(({ hasActivity }) => hasActivity),
  },
]

/** The types of things by what others may do with them. */
const typesOf = (kinds: Kind[]): string =>
  [
    '// Written by `npm run openapi` from the resources of all areas; it imports nothing, so any area may import it.',
    ...typeLists.flatMap(({ name, comment, has }) => listOf(name, comment, kinds.filter(has))),
    '',
  ].join('\n')

if (import.meta.main) {
  withoutGenerated('kinds')
  addGenerated(listsOf(await loadKinds()))
}
