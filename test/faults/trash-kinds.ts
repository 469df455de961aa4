import { all, must, type Client } from './client.ts'
import type { History } from './history.ts'
import { putBytes, textAt } from './upload.ts'

/** A resource to delete, with its dependents. */
export interface Thing {
  /** Its path, and those of its dependents. */
  paths: string[]
  /** Words with the number of search results while it exists. */
  words: Record<string, number>
  /** Its ID, and those of its dependents. */
  ids: string[]
  /** Returns missing and superfluous parts after a restore. */
  flawsOf: () => Promise<string[]>
}

export interface People {
  owner: Client
  /** Another person who is notified of the deletion. */
  follower: { id: string; client: Client }
  space_id: string
}

/** Creates a resource under faults; returns undefined if an outcome is unknown. */
export type Make = (people: People, history: History) => Promise<Thing | undefined>

/** Creates a part with a unique word; throws {@link Unknown} if the outcome is unknown. */
const part = async (history: History, client: Client, path: string, bodyOf: (word: string) => object) => {
  const word = history.mark()
  const body = bodyOf(word)
  const { answer } = await history.write(client, 'part', word, { method: 'POST', path, body, key: word })
  if (answer.status >= 300) throw new Unknown()
  return { word, id: answer.body.id as string, body: answer.body }
}

class Unknown extends Error {}

const unlessUnknown =
  (make: (people: People, history: History) => Promise<Thing>): Make =>
  (people, history) =>
    make(people, history).catch((error: unknown) => {
      if (error instanceof Unknown) return undefined
      throw error
    })

const once = (...words: string[]) => Object.fromEntries(words.map((word) => [word, 1]))

const unequal = (what: string, found: unknown[], wanted: unknown[]) =>
  JSON.stringify(found) === JSON.stringify(wanted)
    ? []
    : [`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`]

/** Creates three nested pages; the first has two revisions and a follower, the second a comment. */
export const pageTree = unlessUnknown(async ({ owner, follower, space_id }, history) => {
  const page = (parent_id: string | null) =>
    part(history, owner, '/wiki/pages', (title) => ({ space_id, parent_id, title, content: '-' }))
  const root = await page(null)
  const child = await page(root.id)
  const leaf = await page(child.id)
  const [path, below] = [`/wiki/pages/${root.id}`, `/wiki/pages/${child.id}`]
  const revision = await part(history, owner, `${path}/revisions`, (content) => ({ content }))
  const comment = await part(history, owner, `${below}/comments`, (text) => ({ text }))
  const subscribed = await history.insist(follower.client, { method: 'POST', path: `${path}/subscribe` })
  if (!subscribed) throw new Unknown()
  return {
    paths: [path, below, `/wiki/pages/${leaf.id}`],
    words: once(root.word, child.word, leaf.word, revision.word, comment.word),
    ids: [root.id, child.id, leaf.id],
    flawsOf: async () => {
      const children = (id: string) => all(owner, `/wiki/spaces/${space_id}/pages?parent_id=${id}`)
      const [of, deeper] = await Promise.all([children(root.id), children(child.id)])
      const revisions = await all(owner, `${path}/revisions`)
      const comments = await all(owner, `${below}/comments`)
      const texts = comments.map(({ text }) => text as string)
      return [
        ...unequal(
          'below the page',
          [...of, ...deeper].map(({ id }) => id),
          [child.id, leaf.id],
        ),
        ...unequal(
          'its revisions',
          revisions.map(({ number }) => number),
          [2, 1],
        ),
        ...unequal('the comments', texts, [comment.word]),
      ]
    },
  }
})

/** Creates a project with two tasks, the first with a comment. */
export const projectWithTasks = unlessUnknown(async ({ owner, follower }, history) => {
  const project = await part(history, owner, '/task/projects', (name) => ({ name }))
  const path = `/task/projects/${project.id}`
  const task = () =>
    part(history, owner, `${path}/tasks`, (title) => ({ title, assignee_ids: [follower.id] }))
  const [first, second] = [await task(), await task()]
  const comments = `/task/tasks/${first.id}/comments`
  const comment = await part(history, owner, comments, (text) => ({ text }))
  return {
    paths: [path, ...[first, second].map(({ id }) => `/task/tasks/${id}`)],
    // search finds a task by its comments
    words: { ...once(project.word, first.word, second.word), [comment.word]: 2 },
    ids: [project.id, first.id, second.id],
    flawsOf: async () => {
      const tasks = await all(owner, `${path}/tasks`)
      const texts = (await all(owner, comments)).map(({ text }) => text as string)
      const { task_count } = await must(owner, { method: 'GET', path })
      return [
        ...unequal('its tasks', tasks.map(({ id }) => id as string).sort(), [first.id, second.id].sort()),
        ...unequal('its count of tasks', [task_count], [2]),
        ...unequal('the comments', texts, [comment.word]),
      ]
    },
  }
})

/** Creates a file with its bytes. */
export const fileWithBytes = unlessUnknown(async ({ owner }, history) => {
  const content_type = 'text/plain'
  const word = history.mark()
  const body = { name: `${word}.txt`, size: word.length, content_type }
  const request = { method: 'POST', path: '/files', body, key: word } as const
  const { answer } = await history.write(owner, 'part', word, request)
  if (answer.status >= 300 || !(await putBytes(answer.body.upload, word))) throw new Unknown()
  const { id } = answer.body.file as { id: string }
  const path = `/files/${id}`
  const ready = await history.insist(owner, { method: 'POST', path: `${path}/complete` })
  if (ready?.status !== 200) throw new Unknown()
  return {
    paths: [path],
    words: once(word),
    ids: [id],
    flawsOf: async () => {
      const { url } = await must(owner, { method: 'GET', path: `${path}/contents?redirect=false` })
      return unequal('its bytes', [await textAt(url as string)], [word])
    },
  }
})
