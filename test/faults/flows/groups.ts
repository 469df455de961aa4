import { randomUUID } from 'node:crypto'
import { all, must, type Answer, type Client } from '../client.ts'
import type { Flow } from '../flow.ts'
import type { History } from '../history.ts'
import { itemsWith } from '../stored.ts'

/** A person with a client; `isOut` returns true once they have left the group. */
interface Member {
  client: Client
  isOut: () => boolean
}

const isNot = (answer: Answer, statuses: number[]) => !statuses.includes(answer.status)

/**
 * Reads a space, lists spaces and writes a page through the group; none of these may succeed if the person had left
 * before.
 */
const useSpace = async (history: History, { client, isOut }: Member, space_id: string) => {
  const wasOut = isOut()
  const title = history.mark()
  const body = { space_id, title }
  const requests = [
    { method: 'GET', path: `/wiki/spaces/${space_id}` },
    { method: 'GET', path: '/wiki/spaces?limit=100' },
    { method: 'POST', path: '/wiki/pages', body },
  ] as const
  // a person who leaves meanwhile may get either response
  const [read, list, written] = (await Promise.all(requests.map((one) => client(one)))) as [
    Answer,
    Answer,
    Answer,
  ]
  history.tallies.calls += requests.length
  if (!wasOut) return { title, isRefused: false }
  if (isNot(read, [404, 503])) history.wrong(`Who has left a group reads what it is granted: ${read.text}.`)
  if (isNot(list, [200, 503]) || list.text.includes(space_id))
    history.wrong(`Who has left a group lists what it is granted: ${list.status} ${list.text}.`)
  if (isNot(written, [404, 422, 503]))
    history.wrong(`Who has left a group writes through it: ${written.text}.`)
  return { title, isRefused: true }
}

const isGone = ({ status }: Answer) => status === 404

/** People are added to groups and removed, or their groups are deleted, while they read and write through them. */
export const groups: Flow = {
  name: 'groups',
  begin: async ({ person }, history) => {
    const admin = await person('admin')
    const members = await Promise.all([person(), person()])
    /** Titles written after leaving, memberships that ended, and deleted groups. */
    const refused: string[] = []
    const left: { group: string; member: string }[] = []
    const gone: string[] = []

    const lanes = members.map(({ id: member, client }, index) => async (turn: number) => {
      const given = async (path: string, fields: object) => {
        const body = { name: history.mark(), ...fields }
        const request = { method: 'POST', path, body, key: randomUUID() } as const
        const { answer } = await history.write(admin.client, path, body.name, request)
        return answer.status === 201 ? (answer.body.id as string) : undefined
      }
      const group = await given('/groups', { member_ids: [member] })
      if (!group) return
      const granted = [{ group_id: group, permission: 'write' }]
      const space = await given('/wiki/spaces', { visibility: 'private', members: granted })
      if (!space) return
      let isOut = false
      let isOver = false
      // sequential, because each round writes a page, and other flows wait for its indexing
      const use = async () => {
        while (!isOver) {
          const { title, isRefused } = await useSpace(history, { client, isOut: () => isOut }, space)
          if (isRefused) refused.push(title)
        }
      }
      const using = use()
      const isDeletion = (turn + index) % 2 === 0
      const path = isDeletion ? `/groups/${group}` : `/groups/${group}/members/${member}`
      const ended = await history.insist(admin.client, { method: 'DELETE', path }, isGone)
      isOut = ended !== undefined
      if (isOut) await useSpace(history, { client, isOut: () => true }, space)
      isOver = true
      await using
      if (isOut && isDeletion) gone.push(group)
      else if (isOut) left.push({ group, member })
    })

    return {
      lanes,
      check: async () => {
        const titles = (await all(admin.client, '/search?types=wiki_page&q=groups')).map(({ title }) => title)
        for (const title of refused)
          if (titles.includes(title)) history.wrong(`${title} was written by somebody who had left.`)
        for (const { group, member } of left) {
          const inIt = await all(admin.client, `/groups/${group}/members`)
          if (inIt.length > 0) history.wrong(`${member} has left ${group} and is in its list.`)
          const { member_count } = await must(admin.client, { method: 'GET', path: `/groups/${group}` })
          if (member_count !== 0) history.wrong(`${group} has nobody in it and counts ${member_count}.`)
        }
        // people's own items name their groups, and a deleted group is recorded as ended until no item names it
        for (const { item, said } of await itemsWith([...gone, ...left.map(({ group }) => group)]))
          if (/^user$|^member#|^ended-groups$/.test(item.sk) && !item.pk.startsWith('removal#'))
            history.wrong(`${said.join()} is still named in ${item.pk} ${item.sk}.`)
      },
    }
  },
}
