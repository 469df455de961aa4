import { setTimeout as sleep } from 'node:timers/promises'
import { all, must, type Client } from '../client.ts'
import { graceMilliseconds, type Flow } from '../flow.ts'
import type { History } from '../history.ts'
import { putBytes, textAt } from '../upload.ts'

/** A save of a file, in order of time; `isKnown` is true if it was acknowledged. */
interface Save {
  bytes: string
  isKnown: boolean
}

/** Creates a file of a person, open in an editor. */
const givenFile = async (client: Client, bytes: string) => {
  const body = { name: `${bytes}.txt`, size: bytes.length, content_type: 'text/plain' }
  const { file, upload } = await must(client, { method: 'POST', path: '/files', body })
  await putBytes(upload, bytes)
  await must(client, { method: 'POST', path: `/files/${file.id}/complete` })
  const { access_token } = await must(client, { method: 'POST', path: `/wopi/files/${file.id}/token` })
  const saves: Save[] = [{ bytes, isKnown: true }]
  return { client, id: file.id as string, query: `?access_token=${access_token}`, saves }
}

type OwnFile = Awaited<ReturnType<typeof givenFile>>

/** Saves as an editor; locks and unlocks the file, with retries. */
const save = async (history: History, { client, id, query, saves }: OwnFile) => {
  const bytes = history.mark()
  const path = `/wopi/files/${id}${query}`
  const headers = (override: string) => ({ 'X-WOPI-Lock': id, 'X-WOPI-Override': override })
  const lock = await history.insist(client, { method: 'POST', path, headers: headers('LOCK') })
  if (lock?.status !== 200) return
  const contents = `/wopi/files/${id}/contents${query}`
  const request = { method: 'POST', path: contents, body: bytes, headers: headers('PUT') } as const
  const { outcome } = await history.write(client, 'save', bytes, request)
  saves.push({ bytes, isKnown: outcome === 'acknowledged' })
  if (outcome === 'maybe') await sleep(graceMilliseconds)
  const isFree = ({ status }: { status: number }) => status === 409
  await history.insist(client, { method: 'POST', path, headers: headers('UNLOCK') }, isFree)
}

/** Restores the first version, which creates a new one; 409 while a lock with unknown outcome remains. */
const restore = async (history: History, { client, id, saves }: OwnFile, key: string | undefined) => {
  const path = `/files/${id}/versions/1/restore`
  let [answer, times] = [await history.ask(client, { method: 'POST', path, key }, isLocked), 1]
  for (; key !== undefined && answer.status === 503 && times < 4; times += 1) {
    await sleep(50)
    answer = await history.ask(client, { method: 'POST', path, key }, ({ status }) => status === 409)
  }
  if (answer.code === 'files.locked') return
  const isKnown = answer.status === 201 || answer.code === 'request.done_before'
  saves.push({ bytes: saves[0]?.bytes as string, isKnown })
  if (!isKnown) await sleep(graceMilliseconds)
}

const isLocked = ({ code }: { code: string | null }) => code === 'files.locked'

/**
 * Returns true if the versions are all acknowledged saves, once each and in order, and otherwise only unacknowledged
 * ones.
 */
const isMadeOf = (found: string[], [first, ...rest]: Save[]): boolean => {
  if (!first) return found.length === 0
  if (found[0] === first.bytes && isMadeOf(found.slice(1), rest)) return true
  return !first.isKnown && isMadeOf(found, rest)
}

/** People save a file repeatedly and restore its first version: each action creates one version with its bytes. */
export const versions: Flow = {
  name: 'versions',
  begin: async ({ person }, history) => {
    const people = await Promise.all([person(), person()])
    const files = await Promise.all(people.map(({ client }) => givenFile(client, history.mark())))

    const lanes = files.map((file) => async (turn: number) => {
      await save(history, file)
      await restore(history, file, turn % 2 === 0 ? history.mark() : undefined)
    })

    const check = async () => {
      for (const { client, id, saves } of files) {
        const listed = (await all(client, `/files/${id}/versions`)).reverse()
        const numbers = listed.map(({ number }) => number as number)
        if (numbers.some((number, index) => number !== index + 1))
          history.wrong(`The versions of a file have the numbers ${numbers.join()}.`)
        const found = await Promise.all(
          numbers.map(async (number) => {
            const path = `/files/${id}/versions/${number}/contents?redirect=false`
            const { url } = await must(client, { method: 'GET', path })
            return textAt(url as string)
          }),
        )
        if (!isMadeOf(found, saves))
          history.wrong(`The versions are ${found.join()}, and was saved: ${JSON.stringify(saves)}.`)
        const { url } = await must(client, { method: 'GET', path: `/files/${id}/contents?redirect=false` })
        const present = await textAt(url as string)
        if (present !== found.at(-1))
          history.wrong(`A file says ${present}, and its newest version ${found.at(-1)}.`)
      }
    }
    return { lanes, check }
  },
}
