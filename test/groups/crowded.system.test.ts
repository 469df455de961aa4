import { expect, test } from 'vitest'
import { addMember } from '../../src/groups/endpoints/add-member.ts'
import type { StoredGroup } from '../../src/groups/group/group.ts'
import { changeMembers } from '../../src/groups/group/members.ts'
import { groups } from '../../src/platform/identity/group.ts'
import { users } from '../../src/platform/identity/user.ts'
import { toBatches } from '../../src/platform/runtime/batches.ts'
import { createSpace } from '../../src/wiki/endpoints/create-space.ts'
import { call } from '../support/call.ts'
import { givenTableProxy } from '../support/given-proxy.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { exactly, givenGroup, givenPeople, membersEverywhere } from './given.ts'

/** Size of the group; the maximum of 100,000 takes minutes: GROUP_SIZE=100000. */
const size = Number(process.env['GROUP_SIZE'] ?? 1_000)

const step = 1_000

const figures: Record<string, number> = {}

const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const from = performance.now()
  const outcome = await work()
  figures[`${name}, s`] = Math.round((performance.now() - from) / 100) / 10
  return outcome
}

/** Reads a space again and again until `stop`, which returns the statuses and the capacity of one read. */
const givenReader = async (as: SignedIn, { id }: { id: string }) => {
  const { loaded, proxy, end } = await givenTableProxy(() => import('../../src/wiki/endpoints/read-space.ts'))
  const read = () => call(loaded.readSpace, { as, params: { id } })
  const [milliseconds, statuses] = [[] as number[], new Set<number>()]
  let isOver = false
  const reading = (async () => {
    while (!isOver) {
      const from = performance.now()
      statuses.add((await read()).status)
      milliseconds.push(performance.now() - from)
    }
  })()
  /** Returns the capacity units of one read. */
  const unitsOfOne = async () => {
    proxy.countsCapacity = true
    proxy.calls.length = 0
    await read()
    return proxy.calls.reduce((sum, { units }) => sum + units, 0)
  }
  const stop = async () => {
    isOver = true
    await reading
    const units = await unitsOfOne()
    await end()
    const sorted = milliseconds.toSorted((a, b) => a - b)
    figures['readings'] = sorted.length
    figures['median of a reading, ms'] = Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
    figures['p99 of a reading, ms'] = Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0)
    return { statuses: [...statuses], units }
  }
  return { stop }
}

test('a member reads through a group at the same cost while a thousand others join it', async () => {
  const [admin, owner, member] = [await signedIn({ role: 'admin' }), await signedIn(), await signedIn()]
  const people: { id: string }[] = []
  await timed('accounts', async () => {
    for (let left = size - 1; left > 0; left -= step)
      people.push(...(await givenPeople(Math.min(left, step))))
  })
  const group: StoredGroup = await givenGroup(admin, { members: [member] })
  const members = [{ group_id: group.id, permission: 'read' as const }]
  const space = await made(createSpace, { as: owner, body: { name: 'All', visibility: 'private', members } })
  const reader = await givenReader(member, space)
  await timed('joining', async () => {
    for (const batch of toBatches(people.slice(0, -1), step)) {
      const found = (await users.findMany(batch)).filter((person) => person !== undefined)
      await changeMembers(await groups.get(group), found, 'join')
    }
  })
  await call(addMember, { as: admin, params: { id: group.id, user_id: people.at(-1)?.id ?? '' } })
  const { statuses, units } = await reader.stop()

  const all = await timed('looking at everybody', () => membersEverywhere(group.id))
  figures['memory, MB'] = Math.round(process.memoryUsage().rss / 1_048_576)
  figures['units of a reading'] = units
  if (process.env['GROUP_SIZE']) process.stdout.write(`${JSON.stringify(figures, null, 1)}\n`)

  expect(all).toEqual(exactly([member, ...people]))
  expect(statuses).toEqual([200])
  expect(units).toBeLessThanOrEqual(4)
}, 1_500_000)
