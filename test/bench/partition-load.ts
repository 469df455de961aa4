import { idTime } from '../../src/platform/runtime/id.ts'
import { areAskedForAlike, populations } from './flows.ts'
import type { Use } from './partition-units.ts'

/** Cost of a flow on keys of one kind: `text` surrounds the resources whose ranks are drawn for each request. */
interface Pattern {
  kind: string
  text: string[]
  things: number[]
  isShared: boolean
  read: number
  write: number
}

/** Flow with the kinds of its resources. */
export interface Drawn {
  share: number
  kinds: string[]
  patterns: Pattern[]
}

/** Load of one key: in total, and in the busiest second for its reads and for its writes. */
export interface Load {
  kind: string
  read: number
  write: number
  peak: { read: number; write: number }
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Returns the kind of a resource, from the keys that begin with its ID. */
const kindOf = (id: string, uses: Use[]) => {
  const names = uses.map(({ key }) => new RegExp(`^\\w+ ([\\w-]+)#${id}`).exec(key)?.[1] ?? '')
  const kind = names.find((name) => name in populations)
  if (kind === undefined)
    throw new Error(`How many there are of ${uses.find(({ key }) => key.includes(id))?.key} is not said.`)
  return kind
}

/** Returns true for the key of a shared list, in any of its partitions; IDs of resources never end like this. */
export const isShared = (key: string): boolean => /^gsi\dpk .*#\d+$/.test(key)

/**
 * Returns the uses of a flow with placeholders for drawn resources; omits resources that were created at `from` or
 * later, because they are new each time.
 */
export const drawnOf = (share: number, uses: Use[], from: number): Drawn => {
  const isNew = (id: string) => id[14] === '7' && idTime(id) >= from
  const lasting = uses.filter(({ key }) => !(key.match(uuids) ?? []).some(isNew))
  const ids = [...new Set(lasting.flatMap(({ key }) => key.match(uuids) ?? []))]
  const patterns = lasting.map(({ key, read, write }) => ({
    kind: key.replace(uuids, '*').replace(/^(pk (?:search#[\w.]+|attempts))#.*$/, '$1#…'),
    text: key.split(new RegExp(uuids.source)),
    things: (key.match(uuids) ?? []).map((id) => ids.indexOf(id)),
    isShared: isShared(key),
    read,
    write,
  }))
  return { share, kinds: ids.map((id) => kindOf(id, lasting)), patterns }
}

/** Returns a generator of numbers from 0 to 1 that are the same in each run (xorshift). */
const random = () => {
  let state = 2_463_534_242
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

const drawing = (weights: number[]) => {
  let sum = 0
  const sums = weights.map((weight) => (sum += weight))
  return (at: number): number => {
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] as number) > at * sum) high = middle
      else low = middle + 1
    }
    return low
  }
}

const rankings = Object.entries(populations).map(([kind, count]) => {
  const isAlike = areAskedForAlike.includes(kind)
  return [kind, drawing(Array.from({ length: count }, (_, rank) => (isAlike ? 1 : 1 / (rank + 1))))] as const
})

/**
 * Returns the load of each key for `seconds` of this many requests per second, with shared lists spread over `shards`
 * partitions.
 */
export const loadsOf = (flows: Drawn[], rate: number, seconds: number, shards: number): Map<string, Load> => {
  const next = random()
  const rankOf = Object.fromEntries(rankings)
  const flowAt = drawing(flows.map(({ share }) => share))
  const loads = new Map<string, Load & { now: { read: number; write: number } }>()
  const add = (key: string, kind: string, read: number, write: number) => {
    const load = loads.get(key) ?? {
      kind,
      read: 0,
      write: 0,
      peak: { read: 0, write: 0 },
      now: { read: 0, write: 0 },
    }
    loads.set(key, load)
    load.read += read
    load.write += write
    load.now.read += read
    load.now.write += write
    load.peak.read = Math.max(load.peak.read, load.now.read)
    load.peak.write = Math.max(load.peak.write, load.now.write)
  }
  for (let second = 0; second < seconds; second += 1) {
    for (const { now } of loads.values()) now.read = now.write = 0
    for (let request = 0; request < rate; request += 1) {
      const { kinds, patterns } = flows[flowAt(next())] as Drawn
      const taken = new Set<string>()
      const ranks = kinds.map((kind) => {
        // the resources on one page must differ
        for (;;) {
          const rank = 1 + (rankOf[kind]?.(next()) ?? 0)
          if (taken.size < taken.add(`${kind}${rank}`).size) return rank
        }
      })
      const home = Math.floor(next() * shards)
      for (const { kind, text, things, isShared, read, write } of patterns) {
        const key = text.reduce((made, part, at) => `${made}${ranks[things[at - 1] as number]}${part}`)
        if (!isShared) add(key, kind, read, write)
        // a list is read from all its partitions to the same depth; a resource is in one of them
        else
          for (let shard = 0; shard < shards; shard += 1)
            add(`${key.slice(0, -1)}${shard}`, kind, read, shard === home ? write : 0)
      }
    }
  }
  return loads
}
