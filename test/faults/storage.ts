import { scanItems } from '../../infra/operation/scan.ts'
import type { History } from './history.ts'

/** Checks that the stored bytes of each person are the sum of the objects that count for them. */
export const checkStorage = async (history: History): Promise<void> => {
  const totals = new Map<string, number>()
  const charged = new Map<string, number>()
  for await (const items of scanItems())
    for (const { sk, summary, version } of items) {
      if (sk !== 'storage' && sk !== 'charge') continue
      const { user_id, bytes } = summary as { user_id: string; bytes: number }
      if (sk === 'storage') totals.set(user_id, Number(version))
      else charged.set(user_id, (charged.get(user_id) ?? 0) + bytes)
    }
  if (charged.size === 0) history.wrong('No object counts for anybody.')
  for (const [user_id, total] of totals)
    if (total !== (charged.get(user_id) ?? 0))
      history.wrong(`${total} bytes count for a person, but ${charged.get(user_id)} are stored.`)
}
