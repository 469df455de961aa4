import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { all, must, type Client } from '../client.ts'
import type { Flow } from '../flow.ts'
import type { History } from '../history.ts'
import { scriptedModelId } from '../../support/scripted-provider.ts'

/** A resource that only one person changes, and its relevant fields. */
interface Own {
  client: Client
  type: 'task' | 'wiki_page'
  id: string
  path: string
  fieldsOf: (word: string) => Record<string, unknown>
  /** State before each undone change; empty if unknown. */
  before: Record<string, unknown>
  /** Minimum and maximum number of changes made. */
  changes: [least: number, most: number]
}

const known = (own: Own, [least, most]: [number, number]) => {
  own.changes = [own.changes[0] + least, own.changes[1] + most]
}

const pick = (thing: Record<string, unknown>, fields: object) =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, thing[field]]))

/** Returns the ID of the change that set this title; waits for the recorder. */
const changeTo = async (history: History, { client, type, id }: Own, title: string) => {
  const path = `/activity?resource_type=${type}&resource_id=${id}&limit=5`
  for (const deadline = Date.now() + 4_000; Date.now() < deadline; await sleep(200)) {
    const { items = [] } = (await history.read(client, path))?.body ?? {}
    const found = items.find(({ changes }: { changes: { field: string; after: unknown }[] }) =>
      changes.some(({ field, after }) => field === 'title' && after === title),
    )
    if (found) return found.id as string
  }
  return undefined
}

/**
 * Changes several fields at once and undoes the change: the resource must be as before, unless an outcome is unknown.
 */
const changeAndUndo = async (history: History, own: Own) => {
  const { client, path, fieldsOf } = own
  const word = history.mark()
  const after = fieldsOf(word)
  const change = await history.insist(client, { method: 'PUT', path, body: after }, undefined, 1)
  // a change that the person cannot see is not undone, even if it happened
  known(own, change ? [1, 1] : [0, 1])
  if (!change) return void (own.before = {})
  const id = await changeTo(history, own, word)
  if (id === undefined) return void (own.before = after)
  const before = own.before
  const undone = await history.insist(client, { method: 'POST', path: `/activity/${id}/undo` })
  known(own, undone ? [1, 1] : [0, 1])
  const present = pick((await history.read(client, path))?.body ?? {}, after)
  if (Object.values(present).every((value) => value === undefined)) return void (own.before = {})
  const isKnown = Object.keys(before).length > 0
  if (isKnown && undone && !isDeepStrictEqual(present, pick(before, after)))
    history.wrong(
      `${own.type} was ${JSON.stringify(before)}, became ${JSON.stringify(after)}, and is ` +
        `${JSON.stringify(present)} after that was taken back.`,
    )
  own.before = present
}

/** A reply of an assistant whose function calls will be undone. */
interface Reply {
  client: Client
  path: string
  word: string
}

/** Undoes everything that a reply did, with retries; returns the reason if that fails. */
const undoReply = async (history: History, { client, path }: Reply): Promise<string | undefined> => {
  const isEarly = ({ code }: { code: string | null }) => code === 'undo.history_incomplete'
  const request = { method: 'POST', path: `${path}/undo` } as const
  for (let n = 0; n < 10; n += 1) {
    const answer = await history.ask(client, request, isEarly)
    if (answer.status === 200)
      return answer.body.left.length === 0 ? undefined : `of it stays ${JSON.stringify(answer.body.left)}`
  }
  return 'it was never acknowledged'
}

const isOver = async (history: History, { client, path }: Reply) => {
  for (const deadline = Date.now() + 4_000; Date.now() < deadline; await sleep(300))
    if (!['pending', undefined].includes((await history.read(client, path))?.body.status)) return true
  return false
}

/**
 * Returns the replies by the time of their rename, latest first: they may be written in another order than requested.
 */
const latestFirst = async (replies: Reply[], client: Client, task: { id: string }) => {
  const entries = await all(client, `/activity?resource_type=task&resource_id=${task.id}`)
  const titles = entries.flatMap(({ changes }: { changes: { field: string; after: unknown }[] }) =>
    changes.filter(({ field }) => field === 'title').map(({ after }) => after),
  )
  // entries are newest first, and an undo sets a former title again
  return replies.toSorted((a, b) => titles.lastIndexOf(a.word) - titles.lastIndexOf(b.word))
}

/** People undo their own changes, and those of assistants on their behalf. */
export const undo: Flow = {
  name: 'undo',
  begin: async ({ person, scripts }, history) => {
    const { client } = await person()
    const post = (path: string, body: object) => must(client, { method: 'POST', path, body })
    const [space, project] = [
      await post('/wiki/spaces', { name: history.mark() }),
      await post('/task/projects', { name: history.mark() }),
    ]
    const newTask = () => post(`/task/projects/${project.id}/tasks`, { title: 'Own', description: 'Own' })
    const [task, helped] = [await newTask(), await newTask()]
    const page = await post('/wiki/pages', { space_id: space.id, title: 'Own', content: 'Own' })
    const functions = ['wiki_create_page', 'task_update_task']
    const assistant = { name: 'Clerk', model_id: scriptedModelId, functions }
    const { id } = await post('/assistants/create', assistant)
    const chat = await post('/chats', { topic: 'Work', participants: [id] })
    scripts.set(history.name, (title) => [
      { name: 'wiki_create_page', arguments: { space_id: space.id, title, content: title } },
      { name: 'task_update_task', arguments: { id: helped.id, title } },
    ])

    const own = [
      {
        client,
        type: 'task',
        id: task.id,
        path: `/task/tasks/${task.id}`,
        fieldsOf: (word: string) => ({ title: word, description: word, labels: [word] }),
        before: { title: 'Own', description: 'Own', labels: [] },
        changes: [0, 0],
      },
      {
        client,
        type: 'wiki_page',
        id: page.id,
        path: `/wiki/pages/${page.id}`,
        fieldsOf: (word: string) => ({ title: word, content: word }),
        before: { title: 'Own', content: 'Own' },
        changes: [0, 0],
      },
    ] as [Own, Own]
    const replies: Reply[] = []

    const lanes = [
      ...own.map((one) => () => changeAndUndo(history, one)),
      async () => {
        const text = history.mark()
        const path = `/chats/${chat.id}/message`
        const request = { method: 'POST', path, body: { text }, key: text } as const
        const { answer } = await history.write(client, 'question', text, request)
        const message = answer.body?.replies?.[0]
        if (!message) return
        const reply = { client, path: `/chats/${chat.id}/messages/${message.id}`, word: text }
        replies.push(reply)
        if (await isOver(history, reply)) await undoReply(history, reply)
      },
    ]

    const check = async () => {
      for (const { type, id, path, changes } of own) {
        const { version, revision } = await must(client, { method: 'GET', path })
        const [count, made] = [changes, type === 'task' ? version - 1 : revision - 1]
        const entries = await all(client, `/activity?resource_type=${type}&resource_id=${id}`)
        const updates = entries.filter(({ action }) => action === `${type}.updated`).length
        if (made < count[0] || (type === 'task' && made > count[1]))
          history.wrong(`${type} was changed ${made} times, not ${count.join(' to ')} times.`)
        if (updates !== version - 1)
          history.wrong(`${type} has ${updates} changes in its history and the version ${version}.`)
      }
      for (const reply of await latestFirst(replies, client, helped)) {
        const { status } = await must(client, { method: 'GET', path: reply.path })
        if (status === 'pending') history.wrong(`The reply to ${reply.word} is pending.`)
        // undone again, because the last acknowledged undo may precede the last call of the reply
        const why = await undoReply(history, reply)
        if (why) history.wrong(`What the reply to ${reply.word} did is not taken back: ${why}.`)
      }
      const { title } = await must(client, { method: 'GET', path: `/task/tasks/${helped.id}` })
      if (title !== 'Own') history.wrong(`A task is ${title} after what changed it was taken back.`)
      const left = await all(client, `/wiki/spaces/${space.id}/pages`)
      if (left.length !== 1) history.wrong(`${left.length - 1} pages stay of those that were taken back.`)
    }
    return { lanes, check }
  },
}
