import { execFile } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { copyProject } from '../support/copy.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const copies: ReturnType<typeof copyProject>[] = []

afterAll(() => copies.forEach(({ remove }) => remove()))

const givenCopy = (): string => {
  const copy = copyProject()
  copies.push(copy)
  // without the packages of generators and peers below it, which are tens of thousands of files
  const filter = (path: string) => basename(path) !== 'node_modules'
  cpSync(join(root, 'test'), join(copy.folder, 'test'), { recursive: true, filter })
  return copy.folder
}

interface Report {
  testResults: { message: string; assertionResults: { title: string; failureMessages: string[] }[] }[]
}

/** Inserts text after a line that occurs once in a file. */
const insertBehind = (file: string, line: string, more: string): void => {
  const text = readFileSync(file, 'utf8')
  expect(text.split(line)).toHaveLength(2)
  writeFileSync(file, text.replace(line, `${line}${more}`))
}

const readFixture = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')

interface MadeUpKind {
  /** Paths below `src` by fixture. */
  files: Record<string, string>
  type: string
  schema: string
}

const countFiles = (folder: string) => globSync('src/**/*.ts', { cwd: folder }).length

const countLines = (folder: string) =>
  globSync(join(folder, 'src/**/*.ts')).reduce(
    (sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1,
    0,
  )

/**
 * Adds the files of a kind to a copy, and its schema to the responses of the trash, which the compiler requires.
 * Returns the numbers of added files and lines.
 */
const addKind = (folder: string, { files, type, schema }: MadeUpKind): { files: number; lines: number } => {
  const [filesBefore, linesBefore] = [countFiles(folder), countLines(folder)]
  for (const [from, to] of Object.entries(files)) {
    mkdirSync(join(folder, 'src', dirname(to)), { recursive: true })
    const text = readFixture(from).replaceAll(/'(\.\.\/)+src\//g, "'../../")
    writeFileSync(join(folder, 'src', to), text)
  }
  const restored = join(folder, 'src/trash/restored-thing.ts')
  const noun = Object.values(files).at(-1)
  insertBehind(restored, "import { docs } from '#docs'\n", `import { ${schema} } from '../${noun}'\n`)
  insertBehind(restored, 'const restorable = {\n', `  ${type}: ${schema},\n`)
  return { files: countFiles(folder) - filesBefore, lines: countLines(folder) - linesBefore }
}

/** Generates the files of a copy, and runs a scenario there like its tests. */
const play = async (
  folder: string,
  scenario: string,
  { files }: Pick<MadeUpKind, 'files'> = { files: {} },
) => {
  await run(process.execPath, ['infra/commands/openapi.ts'], { cwd: folder })
  const file = join('test/undo/made-up', `${basename(scenario)}.test.ts`)
  const moved = new Map(
    Object.entries(files).map(([from, to]) => [relative(dirname(scenario), from), `../../../src/${to}`]),
  )
  const text = readFixture(`${scenario}.scenario.ts`)
  mkdirSync(join(folder, 'test/undo/made-up'))
  writeFileSync(
    join(folder, file),
    text.replaceAll(/(?<=')\.\/([^']+)(?=')/g, (path, name: string) => moved.get(name) ?? path),
  )
  const report = join(folder, 'report.json')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const how = ['--config', 'test/vitest.config.ts', '--project', 'endpoints', '--reporter=json']
  const env = { PATH: process.env['PATH'], HOME: folder, TMPDIR: tmpdir() }
  const options = { cwd: folder, env, maxBuffer: 50_000_000 }
  await run(process.execPath, [vitest, 'run', ...how, `--outputFile=${report}`, file], options).catch(
    (error: unknown) => {
      if (!existsSync(report)) throw error
    },
  )
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return testResults.flatMap(({ message, assertionResults }) => [
    ...(message === '' ? [] : [message]),
    ...assertionResults.map(({ title, failureMessages }) => [title, ...failureMessages].join('\n')),
  ])
}

/** File and name of the constant with the fields that people write, by kind. */
const written = {
  'wiki/page/page': 'pageFields',
  'wiki/space/space': 'fields',
  'wiki/comment/comment': 'fields',
  'task/project/project': 'fields',
  'task/task/task': 'fields',
  'task/task/comment': 'fields',
  'lms/course/course': 'courseFields',
  'lms/chapter/chapter': 'lessonFields',
  'lms/category/category': 'fields',
  'assistants/assistant/assistant': 'fields',
  'calendar/event': 'eventFields',
  'support/ticket/ticket': 'ticketFields',
  'support/ticket/ticket-message': 'fields',
  'files/file/file': 'fileFields',
}

/** Types whose changes can be undone, in the order of the scenario. */
const changed = [
  'wiki_page',
  'wiki_space',
  'project',
  'task',
  'course',
  'assistant',
  'event',
  'ticket',
  'file',
  'category',
  'wiki_comment',
]

const color = "  color: z.string().max(20).nullable().default(null).meta(docs('Color.')),\n"

describe('Made-up field', () => {
  test('takes one line in each kind that people write', async () => {
    const folder = givenCopy()
    for (const [file, fields] of Object.entries(written))
      insertBehind(join(folder, `src/${file}.ts`), `const ${fields} = {\n`, color)

    expect(await play(folder, 'made-up/field')).toEqual([
      ...changed.map((type) => `creates, returns, changes, records and undoes the field of a ${type}`),
      'creates, returns, changes and undoes the field of a lesson',
      'creates, returns and records the field of a task_comment and a ticket_message',
    ])
  })
})

const note: MadeUpKind = {
  files: {
    'made-up/note-endpoints.ts': 'notes/note/note-endpoints.ts',
    'made-up/note.ts': 'notes/note/note.ts',
  },
  type: 'note',
  schema: 'Note',
}

const endpointFiles = ['create', 'read', 'update', 'delete']
  .map((verb) => `endpoints/${verb}-template.ts`)
  .concat('endpoints/list-templates.ts')

const template: MadeUpKind = {
  files: Object.fromEntries(
    [...endpointFiles, 'template/template.ts'].map((path) => [`page-template/${path}`, `wiki/${path}`]),
  ),
  type: 'page_template',
  schema: 'Template',
}

describe('Made-up kind', () => {
  test('takes two files and at most 70 lines, including two that the compiler requires', async () => {
    const folder = givenCopy()
    const added = addKind(folder, note)

    expect(added.files).toBe(2)
    expect(added.lines).toBeLessThanOrEqual(70)
    expect(await play(folder, 'made-up/note', note)).toEqual([
      'appears with a link in search results of its owner only',
      'moves to the trash when deleted, and disappears from search',
      'reappears in search when restored',
      'follows the undo of its change, creation and deletion',
      'lists its changes in its activity',
      'disappears with its owner when in its place',
      'disappears with its owner when in the trash',
    ])
  })

  test('offers endpoints, a list and search in six files and at most 110 lines', async () => {
    const folder = givenCopy()
    const added = addKind(folder, template)

    expect(added.files).toBe(6)
    expect(added.lines).toBeLessThanOrEqual(110)
    expect(await play(folder, 'page-template/template', template)).toEqual([
      'appears in the API, and in its list only for its owner',
      'appears in search and in its searched list, by its name, tags and content',
      'refuses a change of another version',
      'moves to the trash and back, with its place in the list',
      'follows the undo of its change, creation and deletion',
      'shows nothing to administrators',
      'disappears with its owner',
    ])
  })
})
