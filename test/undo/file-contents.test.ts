import { beforeEach, describe, expect, test } from 'vitest'
import { readContents } from '../../src/files/endpoints/read-contents.ts'
import { listVersions } from '../../src/files/endpoints/list-versions.ts'
import { call } from '../support/call.ts'
import { givenEditor } from '../support/given-editor.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { changeOf, undo } from './given.ts'

let [owner, colleague] = [] as unknown as [SignedIn, SignedIn]
let file: { id: string }

beforeEach(async () => {
  ;[owner, colleague] = await Promise.all([signedIn(), signedIn()])
  file = await givenFile(owner, { name: 'plan.md', bytes: 'first', grants: [[colleague, 'write']] })
})

/** Saves with an editor, which locks the file meanwhile. */
const save = async (author: SignedIn, bytes: string) => {
  const editor = await givenEditor(author, file)
  const lock = { 'X-WOPI-Lock': 'a' }
  await editor.operate('LOCK', lock)
  await editor.save(bytes, lock)
  await editor.operate('UNLOCK', lock)
}

const bytesOf = async () => {
  const { body } = await call(readContents, { as: owner, params: file, query: { redirect: false } })
  return (await fetch(body.url)).text()
}

describe('POST /activity/{id}/undo of a save by an editor', () => {
  test('makes the former bytes a new version', async () => {
    await save(colleague, 'second')

    const { status, body } = await undo(colleague, await changeOf(colleague, 'file.updated'))

    const { body: versions } = await call(listVersions, { as: owner, params: file })
    expect([status, body.left]).toEqual([200, []])
    expect(await bytesOf()).toBe('first')
    expect(versions.items.map(({ number }: { number: number }) => number)).toEqual([3, 2, 1])
  })

  test('returns 409 and keeps the bytes if another person has saved since', async () => {
    await save(colleague, 'second')
    const change = await changeOf(colleague, 'file.updated')
    await save(owner, 'third')

    const { status } = await undo(colleague, change)

    expect([status, await bytesOf()]).toEqual([409, 'third'])
  })
})
