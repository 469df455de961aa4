import { randomUUID } from 'node:crypto'
import { scanItems } from '../../../infra/operation/scan.ts'
import { jobs, type StoredJob } from '../../../src/jobs/job/job.ts'
import { all, must, type Client } from '../client.ts'
import type { Flow } from '../flow.ts'
import type { History } from '../history.ts'
import { itemsWith, objectsWith } from '../stored.ts'

/** Returns a word of letters only, so that it is one index term. */
const rareWord = () =>
  `Q${randomUUID()
    .replaceAll(/[^a-f]/g, '')
    .slice(0, 9)}x`

const rareName = () => `${rareWord()} ${rareWord()}`

interface Named {
  id: string
  client: Client
  /** Current name, and former ones. */
  name: string
  former: string[]
}

/** Creates resources of a person, besides what they write to others. */
const givenThings = async (one: Named, colleague: { id: string; client: Client }) => {
  const post = (path: string, body: object) => must(one.client, { method: 'POST', path, body })
  const members = [{ user_id: colleague.id, permission: 'write' }]
  const space = await post('/wiki/spaces', { name: 'Shared', visibility: 'private', members })
  const page = await post('/wiki/pages', { space_id: space.id, title: 'Page', content: 'Words' })
  const project = await post('/task/projects', { name: 'Shared' })
  const body = { title: 'Task', assignee_ids: [one.id, colleague.id] }
  const task = await post(`/task/projects/${project.id}/tasks`, body)
  const chat = await post('/chats', { topic: 'Talk', participants: [colleague.id] })
  await post('/support/tickets', { subject: 'Help' })
  const own = await post('/wiki/pages', { space_id: space.id, title: 'Gone', content: 'Gone' })
  await must(one.client, { method: 'DELETE', path: `/wiki/pages/${own.id}` })
  return { space, page, project, task, chat }
}

/** Renames a person, once. */
const rename = async (history: History, admin: Client, one: Named) => {
  if (one.former.length > 0) return
  const name = rareName()
  const answer = await history.insist(admin, { method: 'PUT', path: `/users/${one.id}`, body: { name } })
  if (answer?.status !== 200) return
  one.former.push(one.name)
  one.name = name
}

/** Returns the jobs about a person from the table; a rename job covers all waiting renames. */
const jobsAbout = async ({ id }: Named): Promise<StoredJob[]> => {
  const found: StoredJob[] = []
  for await (const items of scanItems())
    for (const item of items) {
      const job = String(item.pk).startsWith('job#') ? jobs.read(item) : undefined
      if (job?.kind === 'rename' || job?.input['user_id'] === id) found.push(job)
    }
  return found
}

const checkNames = async (history: History, names: string[]) => {
  const words = names.flatMap((name) => name.split(' '))
  for (const { item, said } of await itemsWith(words))
    history.wrong(`The former name ${said.join()} is in ${item.pk} ${item.sk}.`)
  for (const key of await objectsWith(words)) history.wrong(`A former name is in the object ${key}.`)
}

/** People are renamed and erased while they and others write about them. */
export const people: Flow = {
  name: 'people',
  runs: 'killed',
  begin: async ({ person }, history) => {
    const [admin, colleague, successor] = [await person('admin'), await person(), await person()]
    const named = async (): Promise<Named> => {
      const name = rareName()
      return { ...(await person('user', name)), name, former: [] }
    }
    const [renamed, erased] = [await named(), await named()]
    const things = await Promise.all([renamed, erased].map((one) => givenThings(one, colleague)))
    let isErased = false

    /** Writes comments that mention both, by themselves and by a colleague. */
    const comments = async () => {
      for (const [index, one] of [renamed, erased].entries())
        for (const client of [colleague.client, ...(one === erased ? [] : [one.client])]) {
          const text = `${history.mark()} @${one.name}`
          const path = `/task/tasks/${things[index]?.task.id}/comments`
          const body = { text, mentions: [one.id] }
          // an erased person cannot be mentioned
          const isGone = ({ status }: { status: number }) => status === 422 || status === 404
          await history.ask(client, { method: 'POST', path, body }, isGone)
        }
    }
    const lanes = [
      comments,
      () => rename(history, admin.client, renamed),
      async () => {
        if (isErased) return
        const path = `/users/${erased.id}?erase=true&successor_id=${successor.id}`
        isErased = (await history.insist(admin.client, { method: 'DELETE', path })) !== undefined
      },
    ]

    const check = async () => {
      for (const one of [renamed, erased])
        for (const { kind, status, error } of await jobsAbout(one))
          if (status !== 'completed') history.wrong(`A job of the kind ${kind} is ${status}: ${error}.`)
      const count = (await jobsAbout(renamed)).length
      if (count < renamed.former.length)
        history.wrong(`Of ${renamed.former.length} renames ${count} have a job.`)
      const former = isErased ? [...erased.former, erased.name] : []
      await checkNames(history, [...renamed.former, ...former])
      const shown = await must(colleague.client, { method: 'GET', path: `/task/tasks/${things[0]?.task.id}` })
      if (shown.created_by.name !== renamed.name)
        history.wrong(`Who is called ${renamed.name} is ${shown.created_by.name} in a task.`)
      if (!isErased) return
      const [space, project] = await Promise.all([
        must(successor.client, { method: 'GET', path: `/wiki/spaces/${things[1]?.space.id}` }),
        must(successor.client, { method: 'GET', path: `/task/projects/${things[1]?.project.id}` }),
      ])
      for (const { owner, name } of [space, project])
        if (owner.id !== successor.id) history.wrong(`${name} belongs to ${owner.name}, not the successor.`)
      const pages = await all(colleague.client, `/wiki/spaces/${things[1]?.space.id}/pages`)
      if (pages.length !== 1) history.wrong(`${pages.length} pages of an erased person are there, not 1.`)
    }
    return { lanes, check }
  },
}
