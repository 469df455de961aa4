import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { copyProject } from '../support/copy.ts'

const run = promisify(execFile)

const givenCopy = (): string => {
  const { folder, remove } = copyProject()
  onTestFinished(remove)
  return folder
}

/** Returns the arguments with which Node loads something from the sources of a copy. */
const loading = (file: string, loader: string) => [
  '--input-type=module',
  '-e',
  `await (await import('./infra/generation/${file}.ts')).${loader}()`,
]

const expectRefusal = (folder: string, args: string[], message: string) =>
  expect(run(process.execPath, args, { cwd: folder })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`Error: ${message}\n`) as string,
  })

describe('Generation', () => {
  test('refuses a kind that declares no trash but defines one', async () => {
    const folder = givenCopy()
    const resource = join(folder, 'src/wiki/page/resource.ts')
    const text = readFileSync(resource, 'utf8')
    writeFileSync(resource, text.replace('  trash: true,', "  trash: 'A page stays.',"))
    const message =
      'src/wiki/page/resource.ts declares "trash: A page stays.", but src/wiki/page/trash.ts defines it.'

    await expectRefusal(folder, ['infra/commands/openapi.ts'], message)
    // packaging and deployment read these sources, not the former lists
    await expectRefusal(folder, loading('endpoints', 'loadEndpoints'), message)
  })

  test.each([
    [
      'undo without the endpoints for it',
      ['read', 'update'],
      'src/wiki/space/resource.ts declares "undo: true", but defines no undo.',
    ],
    [
      'undo and trash without an endpoint that deletes',
      ['delete'],
      'src/wiki/space/resource.ts declares "undo: true", but src/wiki/endpoints/delete-space.ts is missing.',
    ],
  ])('refuses a kind that declares %s', async (_, verbs, message) => {
    const folder = givenCopy()
    for (const verb of verbs) rmSync(join(folder, `src/wiki/endpoints/${verb}-space.ts`))

    await expectRefusal(folder, loading('resources', 'loadKinds'), message)
  })

  test.each([
    ['a type annotation', 'export const noteKind: OwnedKind<Note> = ownedKind('],
    ['a type argument', 'export const noteKind = ownedKind<Note>('],
    ['a line break', 'export const noteKind =\n  ownedKind('],
  ])('refuses a kind of one owner whose declaration has %s', async (_, declaration) => {
    const folder = givenCopy()
    mkdirSync(join(folder, 'src/notes/note'), { recursive: true })
    writeFileSync(join(folder, 'src/notes/note/note.ts'), `${declaration}{})\n`)

    await expectRefusal(
      folder,
      loading('resources', 'loadKinds'),
      'src/notes/note/note.ts must contain "export const noteKind = ownedKind(" on one line.',
    )
  })
})
