import { describe, expect, test } from 'vitest'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { listFiles } from '../../src/files/endpoints/list-files.ts'
import { readContents } from '../../src/files/endpoints/read-contents.ts'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { files } from '../../src/files/file/file.ts'
import { objectKey } from '../../src/files/file/object.ts'
import { headObject } from '../../src/platform/aws/s3.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { givenProject, givenTask } from '../task/given.ts'
import { call } from '../support/call.ts'
import { givenFile, givenUpload } from '../support/given-file.ts'
import { signedIn } from '../support/people.ts'
import { settle, settleAfter } from '../support/world.ts'
import { deleted, leftIn, nextVersionOf, purge, restore, trashOf } from './given.ts'

const storedObjectKey = async ({ id }: { id: string }) => objectKey(id, (await files.get({ id })).object_id)

const isKept = async (key: string) => (await headObject(key)) !== undefined

describe('A file in the trash', () => {
  test('comes back with its bytes and grants', async () => {
    const [owner, friend] = [await signedIn(), await signedIn()]
    const file = await givenFile(owner, { grants: [[friend, 'read']] })
    await settle()
    const key = await storedObjectKey(file)
    const before = (await call(readFile, { as: friend, params: file })).body

    await deleted(deleteFile, owner, file)
    await settle({ deliveries: 2 })
    const shared = await call(listFiles, { as: friend, query: { shared: true } })
    const status = (await call(readContents, { as: friend, params: file })).status
    const answer = await restore(owner, file)
    await settle({ deliveries: 2 })

    expect([shared.body.items, status, await isKept(key)]).toEqual([[], 404, true])
    expect(answer.status).toBe(200)
    expect((await call(readFile, { as: friend, params: file })).body).toEqual(nextVersionOf(before))
    expect((await call(listFiles, { as: friend, query: { shared: true } })).body.items).toHaveLength(1)
    expect((await call(readContents, { as: friend, params: file })).status).toBe(307)
  })

  test('cannot be read through a task until it is restored', async () => {
    const [owner, reader] = [await signedIn(), await signedIn()]
    const file = await givenFile(owner)
    const task = await givenTask(owner, await givenProject(owner), { attachments: [file.id] })
    const read = async () => (await call(readFile, { as: reader, params: file })).status
    const first = await read()

    await deleted(deleteFile, owner, file)
    await settle()
    const meanwhile = await read()
    await restore(owner, file)

    expect([first, meanwhile, await read()]).toEqual([200, 404, 200])
    expect((await call(readTask, { as: reader, params: { id: task.id } })).body.attachments).toHaveLength(1)
  })

  test('loses its bytes and texts when it is permanently deleted', async () => {
    const owner = await signedIn()
    const file = await givenFile(owner)
    const key = await storedObjectKey(file)
    await settle()
    await deleted(deleteFile, owner, file)
    await settle()
    const kept = await isKept(key)

    const answer = await purge(owner, file)
    await settle({ deliveries: 3 })

    expect([kept, answer.status, await isKept(key)]).toEqual([true, 204, false])
    expect([await leftIn(`file#${file.id}`), await leftIn(`trash#${file.id}`)]).toEqual([[], []])
  })

  test('keeps its bytes while rows of its objects expire', async () => {
    const owner = await signedIn()
    const file = await givenFile(owner)
    const key = await storedObjectKey(file)
    await settle()
    await deleted(deleteFile, owner, file)

    await settleAfter(3 * 86_400)

    expect(await isKept(key)).toBe(true)
  })

  test('does not exist if its bytes never arrived', async () => {
    const owner = await signedIn()
    const { file } = await givenUpload(owner)

    await deleted(deleteFile, owner, file)

    expect(await trashOf(owner)).toEqual([])
  })
})
