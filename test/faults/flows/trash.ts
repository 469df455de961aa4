import { all, must, type Client } from '../client.ts'
import type { Flow } from '../flow.ts'
import type { History } from '../history.ts'
import { itemsWith, objectsWith } from '../stored.ts'
import { fileWithBytes, pageTree, projectWithTasks, type People, type Thing } from '../trash-kinds.ts'

type Fate = 'left' | 'restored' | 'purged'

/** What was deleted; whether what was to become of it then was acknowledged. */
interface Deleted extends Thing {
  fate: Fate
  isKnown: boolean
}

const kinds = [pageTree, projectWithTasks, fileWithBytes]
const fates: Fate[] = ['purged', 'restored', 'left']

/** So that each kind has each fate, however short the flows are. */
let runs = 0

const idOf = ({ ids }: Thing) => ids[0] as string

/** Deletes a thing, and restores it or removes it for good; undefined when nobody knows whether it is deleted. */
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

/** Holds what is to be seen of a thing in the end to what has become of it; gives whether it is gone for good. */
const checkThing = async (history: History, { owner }: People, thing: Deleted, listed: string[]) => {
  const statuses = await Promise.all(
    thing.paths.map(async (path) => (await owner({ method: 'GET', path })).status),
  )
  const entries = listed.filter((id) => id === idOf(thing)).length
  const isThere = statuses[0] === 200
  const seen: Fate = isThere ? 'restored' : entries > 0 ? 'left' : 'purged'
  const shown = `${thing.paths[0]} (${Object.keys(thing.words)[0]})`
  // of what nobody knows, it is one or the other
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
 * What is kept: what happened to a thing, that administrators have looked at it, and who was told what. That its words
 * are to be looked at once more a day after it was deleted names it by its id alone, and goes by itself.
 */
const isKept = ({ pk, sk }: { pk: string; sk: string }) =>
  ['history#', 'removal#', 'reading#'].some((kept) => pk.startsWith(kept)) ||
  sk.startsWith('notification#') ||
  (pk.startsWith('schedule#') && sk.includes('#search#'))

/** Nothing else is stored of what is gone for good. */
const checkPurged = async (history: History, things: Thing[]) => {
  const words = things.flatMap((thing) => [...thing.ids, ...Object.keys(thing.words)])
  if (words.length === 0) return
  for (const { item, said } of await itemsWith(words))
    if (!isKept(item)) history.wrong(`${said.join()} is gone for good and is in ${item.pk} ${item.sk}.`)
  for (const key of await objectsWith(words)) history.wrong(`What is gone for good is in ${key}.`)
}

/** Somebody deletes what others have made: they restore it, remove it for good, or leave it in the trash. */
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
      // who restores it or removes it at once may be faster than the news
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
