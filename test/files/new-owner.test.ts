import { expect, test } from 'vitest'
import { files } from '../../src/files/file/file.ts'
import { call } from '../support/call.ts'
import { heldCalls } from '../support/dynamo-proxy.ts'
import { givenFile } from '../support/given-file.ts'
import { givenTableProxy } from '../support/given-proxy.ts'
import { signedIn } from '../support/people.ts'

const load = async () => ({
  ...(await import('../../src/files/endpoints/update-file.ts')),
  ...(await import('../../src/files/endpoints/delete-file.ts')),
})

test.each(['update', 'delete'] as const)(
  'refuses to %s a file that gets a new owner meanwhile',
  async (verb) => {
    const [owner, successor, reader] = await Promise.all([signedIn(), signedIn(), signedIn()])
    const file = await givenFile(owner, { name: 'plan.txt' })
    const { proxy, loaded, end } = await givenTableProxy(load)
    const held = heldCalls(proxy, 'TransactWriteItems')

    const changing =
      verb === 'delete'
        ? call(loaded.deleteFile, { as: owner, params: file })
        : call(loaded.updateFile, {
            as: owner,
            params: file,
            body: { grants: [{ user_id: reader.id, permission: 'read' }] },
          })
    await held.came
    await files.update(await files.get(file), { owner: { id: successor.id, name: successor.name } })
    held.pass()
    const { status, headers } = await changing
    await end()

    expect([status, headers['x-error-code']]).toEqual([403, 'files.owner_required'])
    expect(await files.get(file)).toMatchObject({ owner: { id: successor.id }, grants: [] })
  },
)
