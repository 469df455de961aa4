import { refKey } from '../../resource-ref.ts'
import type { DocumentKey } from '../index/document.ts'

/**
 * Loads resources, each once. `begin` starts loading before it is known whether they are needed; `load` checks the
 * access to each (decision 0017).
 */
export const readAhead = <H extends DocumentKey, T>(load: (hits: H[]) => Promise<(T | undefined)[]>) => {
  const known = new Map<string, Promise<T | undefined>>()

  const begin = (hits: H[]): void => {
    const fresh = hits.filter((hit) => !known.has(refKey(hit)))
    if (fresh.length === 0) return
    const loading = load(fresh)
    // callers of `read` receive the error
    loading.catch(() => {})
    for (const [n, hit] of fresh.entries()) {
      const one = loading.then((things) => things[n])
      one.catch(() => {})
      known.set(refKey(hit), one)
    }
  }
  const read = async (hits: H[]): Promise<(T | undefined)[]> => {
    begin(hits)
    return Promise.all(hits.map(async (hit) => known.get(refKey(hit))))
  }
  return { begin, read }
}
