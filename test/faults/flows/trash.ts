import { all, must, type Client } from '../client.ts'
import type { Flow } from '../flow.ts'
import type { History } from '../history.ts'
import { itemsWith, objectsWith } from '../stored.ts'
import { fileWithBytes, pageTree, projectWithTasks, type People, type Thing } from '../trash-kinds.ts'

type Fate = 'left' | 'restored' | 'purged'

/** A deleted resource; `isKnown` is true if its fate was acknowledged. */
interface Deleted extends Thing {
  fate: Fate
  isKnown: boolean
}

const kinds = [pageTree, projectWithTasks, fileWithBytes]
const fates: Fate[] = ['purged', 'restored', 'left']

/** Shifts the fates, so that each kind meets each fate even in short flows. */
let runs = 0

const idOf = ({ ids }: Thing) => ids[0] as string

/** Deletes a resource, then restores or purges it; returns undefined if the outcome of the deletion is unknown. */
const deleteThing = async (
  history: History,
  { owner }: People,
  deleter: Client,
  { thing, fate }: { thing: Thing; fate: Fate },
): Promise<Deleted | undefined> => {
  const isGone = ({ status }: { status: number }) => status === 404
  const path = `${thing.paths[0]}${thing.paths[0]?.startsWith('/wiki') ? '?recursive=true' : ''}`
  const gone = await history.insist(deleter, { method: 'DELETE', path }, isGone)
  if (!gone) return undefined
  const entry = `/trash/${idOf(thing)}`
  if (fate === 'left') return { ...thing, fate, isKnown: true }
  const request =
    fate === 'purged'
      ? ({ method: 'DELETE', path: entry } as const)
      : ({ method: 'POST', path: `${entry}/restore` } as const)
  return { ...thing, fate, isKnown: (await history.insist(owner, request, isGone)) !== undefined }
}

/** Compares the final state of a resource with its fate; returns the state. */
const checkThing = async (history: History, { owner }: People, thing: Deleted, listed: string[]) => {
  const statuses = await Promise.all(
    thing.paths.map(async (path) => (await owner({ method: 'GET', path })).status),
  )
  const entries = listed.filter((id) => id === idOf(thing)).length
  const isThere = statuses[0] === 200
  const seen: Fate = isThere ? 'restored' : entries > 0 ? 'left' : 'purged'
  const shown = `${thing.paths[0]} (${Object.keys(thing.words)[0]})`
  // an unacknowledged change may or may not have happened
  if (thing.isKnown ? seen !== thing.fate : seen !== thing.fate && seen !== 'left')
    history.wrong(`${shown} was ${thing.fate} and is ${seen}.`)
  if (statuses.some((status) => status !== (isThere ? 200 : 404)) || entries !== (seen === 'left' ? 1 : 0))
    history.wrong(`${shown} is ${seen}: ${statuses.join()}, and ${entries} times in the trash.`)
  for (const [word, count] of Object.entries(thing.words)) {
    const hits = await all(owner, `/search?q=${word}`)
    if (hits.length !== (isThere ? count : 0))
      history.wrong(`${shown} is ${seen}, and the search finds ${hits.length} things by ${word}.`)
  }
  if (isThere) for (const flaw of await thing.flawsOf()) history.wrong(`${shown} is back: ${flaw}.`)
  return { thing, seen }
}

/**
 * Returns true for items that outlive a purge: history, record of administrators' reads, notifications, and the
 * schedule entry for checking its search terms a day after the deletion, which has only its ID and expires by itself.
 */
const isKept = ({ pk, sk }: { pk: string; sk: string }) =>
  ['history#', 'removal#', 'reading#'].some((kept) => pk.startsWith(kept)) ||
  sk.startsWith('notification#') ||
  (pk.startsWith('schedule#') && sk.includes('#search#'))

/** Checks that no other item mentions a purged resource. */
const checkPurged = async (history: History, things: Thing[]) => {
  const words = things.flatMap((thing) => [...thing.ids, ...Object.keys(thing.words)])
  if (words.length === 0) return
  for (const { item, said } of await itemsWith(words))
    if (!isKept(item)) history.wrong(`${said.join()} is gone for good and is in ${item.pk} ${item.sk}.`)
  for (const key of await objectsWith(words)) history.wrong(`What is gone for good is in ${key}.`)
}

/** A person deletes what others created; the owners restore it, purge it, or leave it in the trash. */
export const trash: Flow = {
  name: 'trash',
  begin: async ({ person }, history) => {
    const [owner, follower, deleter] = [await person(), await person(), await person('admin')]
    const body = { name: history.mark() }
    const space = await must(owner.client, { method: 'POST', path: '/wiki/spaces', body })
    const people = { owner: owner.client, follower, space_id: space.id as string }
    const deleted: Deleted[] = []
    const shift = (runs += 1)

    const lanes = kinds.map((make, index) => async (turn: number) => {
      const thing = await make(people, history)
      if (!thing) return
      const fate = fates[(index + turn + shift) % fates.length] as Fate
      const one = await deleteThing(history, people, deleter.client, { thing, fate })
      if (one) deleted.push(one)
    })

    const check = async () => {
      const listed = (await all(owner.client, '/trash')).map(({ resource_id }) => resource_id as string)
      const found: { thing: Deleted; seen: Fate }[] = []
      for (const thing of deleted) found.push(await checkThing(history, people, thing, listed))
      const ids = (fate: Fate) => found.filter(({ seen }) => seen === fate).map(({ thing }) => idOf(thing))
      const news = await all(owner.client, '/lms/notifications')
      const told = news.filter(({ type }) => type.endsWith('_deleted')).map(({ resource }) => resource.id)
      // a quick restore or purge may precede the notification
      const mayBe = [...ids('restored'), ...ids('purged')].filter((id) => told.includes(id))
      history.follows('news of deletion', [...ids('left'), ...mayBe], told as string[])
      await checkPurged(
        history,
        found.filter(({ seen }) => seen === 'purged').map(({ thing }) => thing),
      )
    }
    return { lanes, check }
  },
}
