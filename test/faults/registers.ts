import { all, isUnavailable, must, type Answer, type Ask, type Client } from './client.ts'
import type { FaultWorld } from './fault-world.ts'

/** A versioned resource with two writers, and its requests to read, write, and write on condition of a version. */
export interface Register {
  name: string
  writers: Client[]
  first: { version: number; value: string }
  read: Ask
  write: (value: string, base: number | undefined) => Ask
  /** Return the version and value in a response. */
  seen: (answer: Answer) => { version: number; value: string }
  made: (answer: Answer) => number
  isRefusal: (answer: Answer) => boolean
  /** Returns every value in order of versions, if the resource keeps them. */
  history?: () => Promise<string[]>
}

const bound = (base: number | undefined) => base !== undefined && { headers: { 'If-Match': `"${base}"` } }

const changed = ({ status }: Answer) => status === 412

/** Creates a page whose revisions depend on `base_revision`. */
export const pageRegister = async ({ person }: FaultWorld): Promise<Register> => {
  const writers = [(await person()).client, (await person()).client]
  const [client] = writers as [Client]
  const space = await must(client, { method: 'POST', path: '/wiki/spaces', body: { name: 'Register' } })
  const body = { space_id: space.id, title: 'Register', content: 'first' }
  const page = await must(client, { method: 'POST', path: '/wiki/pages', body })
  const path = `/wiki/pages/${page.id}/revisions`
  return {
    name: 'page',
    writers,
    first: { version: 1, value: 'first' },
    read: { method: 'GET', path: `/wiki/pages/${page.id}` },
    write: (content, base_revision) => ({
      method: 'POST',
      path,
      body: { content, comment: content, ...(base_revision !== undefined && { base_revision }) },
    }),
    seen: ({ body }) => ({ version: body.revision, value: body.content }),
    made: ({ body }) => body.number,
    isRefusal: ({ status, code }) => status === 409 && code === 'wiki.revision_conflict',
    history: async () => {
      const revisions = (await all(client, path)).reverse()
      return ['first', ...revisions.slice(1).map(({ comment }) => comment as string)]
    },
  }
}

/** Creates a task that is changed with `If-Match`. */
export const taskRegister = async ({ person }: FaultWorld): Promise<Register> => {
  const writers = [(await person()).client, (await person()).client]
  const [client] = writers as [Client]
  const project = await must(client, { method: 'POST', path: '/task/projects', body: { name: 'Register' } })
  const tasks = `/task/projects/${project.id}/tasks`
  const task = await must(client, { method: 'POST', path: tasks, body: { title: 'first' } })
  const path = `/task/tasks/${task.id}`
  return {
    name: 'task',
    writers,
    first: { version: 1, value: 'first' },
    read: { method: 'GET', path },
    write: (title, base) => ({ method: 'PUT', path, body: { title }, ...bound(base) }),
    seen: ({ body }) => ({ version: body.version, value: body.title }),
    made: ({ body }) => body.version,
    isRefusal: changed,
  }
}

/** Creates a ticket that is assigned to one of many agents with `If-Match`; each value stands for another agent. */
export const ticketRegister = async ({ person }: FaultWorld, values: string[]): Promise<Register> => {
  const writers = [(await person('support_agent')).client, (await person('support_agent')).client]
  const asker = (await person()).client
  const ticket = await must(asker, {
    method: 'POST',
    path: '/support/tickets',
    body: { subject: 'Register' },
  })
  const path = `/support/tickets/${ticket.id}`
  const ids = new Map<string, string>()
  for (let n = 0; n < values.length; n += 20)
    await Promise.all(
      values.slice(n, n + 20).map(async (value) => ids.set(value, (await person('support_agent')).id)),
    )
  const valueOf = new Map([...ids].map(([value, id]) => [id, value]))
  return {
    name: 'ticket',
    writers,
    first: { version: 1, value: 'first' },
    read: { method: 'GET', path },
    write: (value, base) => ({ method: 'PUT', path, body: { assignee_id: ids.get(value) }, ...bound(base) }),
    seen: ({ body }) => ({ version: body.version, value: valueOf.get(body.assignee_id) ?? 'first' }),
    made: ({ body }) => body.version,
    isRefusal: changed,
  }
}

export const isMaybe = isUnavailable
