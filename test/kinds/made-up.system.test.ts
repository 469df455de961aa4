import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { copyProject } from '../support/copy.ts'

const root = join(import.meta.dirname, '../..')
const madeUp = join(import.meta.dirname, 'made-up')
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

/** Generates the files of a copy, and runs a scenario there like its tests. */
const play = async (folder: string, scenario: string) => {
  await run(process.execPath, ['infra/commands/openapi.ts'], { cwd: folder })
  const file = join('test/undo/made-up', `${scenario}.test.ts`)
  const text = readFileSync(join(madeUp, `${scenario}.scenario.ts`), 'utf8')
  mkdirSync(join(folder, 'test/undo/made-up'))
  writeFileSync(join(folder, file), text.replaceAll("'./note-", "'../../../src/notes/note/note-"))
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
  'calendar/event': 'fields',
  'support/ticket/ticket': 'fields',
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

    expect(await play(folder, 'field')).toEqual([
      ...changed.map((type) => `creates, returns, changes, records and undoes the field of a ${type}`),
      'creates, returns, changes and undoes the field of a lesson',
      'creates, returns and records the field of a task_comment and a ticket_message',
    ])
  })
})

describe('Made-up kind', () => {
  test('takes three files, and a line that the compiler requires', async () => {
    const folder = givenCopy()
    mkdirSync(join(folder, 'src/notes/note'), { recursive: true })
    for (const [from, to] of [
      ['note.ts', 'note.ts'],
      ['note-endpoints.ts', 'note-endpoints.ts'],
      ['note-resource.ts', 'resource.ts'],
    ] as const) {
      const text = readFileSync(join(madeUp, from), 'utf8')
      writeFileSync(join(folder, 'src/notes/note', to), text.replaceAll("'../../../src/", "'../../"))
    }
    const restored = join(folder, 'src/trash/restored-thing.ts')
    insertBehind(restored, "import { docs } from '#docs'\n", "import { Note } from '../notes/note/note.ts'\n")
    insertBehind(restored, 'const restorable = {\n', '  note: Note,\n')

    expect(await play(folder, 'note')).toEqual([
      'appears with a link in search results of its author only',
      'moves to the trash when deleted, and disappears from search',
      'reappears in search when restored',
      'follows the undo of its change, creation and deletion',
      'lists its changes in its activity',
      'disappears with its author when in its place',
      'disappears with its author when in the trash',
    ])
  })

  test('prevents generation while its answers differ from its files', async () => {
    const folder = givenCopy()
    const resource = join(folder, 'src/wiki/page/resource.ts')
    const text = readFileSync(resource, 'utf8')
    writeFileSync(resource, text.replace('  trash: true,', "  trash: 'A page stays.',"))

    const refusal = {
      code: 1,
      stderr: expect.stringContaining(
        'src/wiki/page/resource.ts answers "trash: A page stays." But there is src/wiki/page/trash.ts.',
      ) as string,
    }
    await expect(run(process.execPath, ['infra/commands/openapi.ts'], { cwd: folder })).rejects.toMatchObject(
      refusal,
    )

    // packaging and deployment read these sources, not the former lists
    const reading = [
      '--input-type=module',
      '-e',
      "await (await import('./infra/generation/endpoints.ts')).loadEndpoints()",
    ]
    await expect(run(process.execPath, reading, { cwd: folder })).rejects.toMatchObject(refusal)
  })
})
