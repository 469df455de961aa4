import { setTimeout as sleep } from 'node:timers/promises'
import { all, must, type Client } from '../client.ts'
import type { Flow } from '../flow.ts'
import type { Entry, History } from '../history.ts'
import { checkStorage } from '../storage.ts'
import { putBytes } from '../upload.ts'

/** Returns some 40 KB that repeat the mark. */
const contentsOf = (mark: string) => `${mark} `.repeat(2_000)

/** Reads a file as an editor, with up to ten attempts; each response must be complete or fail. */
const opened = async (history: History, client: Client, path: string, allowed: Set<string>) => {
  for (let n = 0; n < 10; n += 1) {
    const answer = await client({ method: 'GET', path }).catch(() => undefined)
    history.tallies.calls += 1
    // an interrupted response breaks the connection
    if (!answer || answer.status === 503) {
      history.tallies.unavailable += 1
      continue
    }
    if (answer.status !== 200) return history.wrong(`GET ${path} answered ${answer.status} ${answer.text}.`)
    history.tallies.good += 1
    if (!allowed.has(answer.text))
      history.wrong(`A file says ${answer.text.slice(0, 40)}… (${answer.text.length}), not what was saved.`)
    return undefined
  }
  return undefined
}

/** Returns the file and its upload link. A repeated request may learn that the file exists, but not its link. */
const madeBy = ({ answer }: Entry) => (answer.status === 201 ? answer.body : undefined)

interface Untouched {
  client: Client
  id: string
  mark: string
}

/** Checks that an uploaded file becomes ready without any request, with its text. */
const checkUntouched = async (history: History, { client, id, mark }: Untouched) => {
  const { status, text_status } = await must(client, { method: 'GET', path: `/files/${id}` })
  if (status !== 'ready') return history.wrong(`A file that has arrived is ${status}.`)
  // text extraction gives up after five failed deliveries
  if (text_status === 'failed') return undefined
  const { text } = await client({ method: 'GET', path: `/files/${id}/text` })
  const words = text.split(' ')
  if (words.length !== 2_000 || words.some((word) => word !== mark))
    history.wrong(`The text of a file is ${text_status}, with ${words.length} words: ${text.slice(0, 40)}…`)
  return undefined
}

/** People upload files, and an editor opens, locks, saves and reopens them. */
export const files: Flow = {
  name: 'files',
  begin: async ({ person }, history) => {
    const people = await Promise.all([person(), person(), person()])
    const kept = new Map<string, { client: Client; path: string; allowed: Set<string> }>()
    const untouched: Untouched[] = []

    const lanes = people.map(({ client }, index) => async (turn: number) => {
      const name = history.mark()
      const [first, second] = [contentsOf(name), contentsOf(`${name}edited`)]
      const body = { name, size: first.length, content_type: 'text/plain' }
      const key = turn % 2 === 0 ? name : undefined
      const made = madeBy(
        await history.write(client, 'file', name, { method: 'POST', path: '/files', body, key }),
      )
      if (!made || !(await putBytes(made.upload, first))) return
      const { id } = made.file
      // the last person only uploads
      if (index === people.length - 1) {
        untouched.push({ client, id: id as string, mark: name })
        return
      }
      // completes the upload, and gets a token for the editor
      const complete = { method: 'POST', path: `/files/${id}/complete` } as const
      for (let n = 0; n < 5; n += 1) if ((await history.ask(client, complete)).status === 200) break
      const asked = { method: 'POST', path: `/wopi/files/${id}/token` } as const
      let token: string | undefined
      for (let n = 0; n < 5 && !token; n += 1) token = (await history.ask(client, asked)).body?.access_token
      if (!token) return
      const query = `?access_token=${token}`
      const path = `/wopi/files/${id}/contents${query}`
      const allowed = new Set([first])
      kept.set(id, { client, path, allowed })
      await opened(history, client, path, allowed)

      const lock = { method: 'POST', path: `/wopi/files/${id}${query}` } as const
      const headers = { 'X-WOPI-Lock': name, 'X-WOPI-Override': 'LOCK' }
      const locked = await history.ask(client, { ...lock, headers })
      if (locked.status !== 200) return
      const saved = await history.ask(client, {
        method: 'POST',
        path,
        body: second,
        headers: { 'X-WOPI-Lock': name, 'X-WOPI-Override': 'PUT' },
      })
      allowed.add(second)
      if (saved.status === 200) allowed.delete(first)
      await opened(history, client, path, allowed)
    })

    const check = async () => {
      const found = (await Promise.all(people.map(({ client }) => all(client, '/files')))).flat()
      history.compare(
        'file',
        found.map(({ name }) => name as string),
      )
      for (const [id, { client, path, allowed }] of kept) {
        await sleep(0)
        const { text } = await client({ method: 'GET', path })
        if (!allowed.has(text))
          history.wrong(`A file says ${text.slice(0, 40)}… in the end, not what was saved.`)
        const { status } = await must(client, { method: 'GET', path: `/files/${id}` })
        if (status !== 'ready') history.wrong(`A file is ${status} though its bytes were opened.`)
      }
      for (const one of untouched) await checkUntouched(history, one)
      await checkStorage(history)
    }
    return { lanes, check }
  },
}
