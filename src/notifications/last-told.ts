import pMap from 'p-map'
import { users } from '../platform/identity/user.ts'
import * as z from '../platform/schema/schema.ts'
import { retryOnConflict } from '../platform/table/conflict.ts'
import { entity, keyWithin } from '../platform/table/entity.ts'
import { writeItem } from '../platform/table/table.ts'
import { retentionMilliseconds } from './notification.ts'
import { findIsRead, markAsRead, withdraw } from './notify.ts'

/** What somebody was told last of a thing that is told once until it is read, as long as the notice is kept. */
const lastTold = entity({
  name: 'notifications.last_told',
  isInternal: true,
  schema: z.object({
    user_id: z.string(),
    thing_id: z.string(),
    cause: z.string(),
    at: z.string(),
    /** That of a message of a chat. */
    number: z.int().optional(),
    version: z.int(),
  }),
  key: keyWithin('user_id', users, ({ thing_id }: { thing_id: string }) => `told#${thing_id}`),
  expires: ({ at }) => Math.floor((Date.parse(at) + retentionMilliseconds) / 1000),
})

type News = { cause: string; at: string; number?: number | undefined }

/** What ends the turns of people, beside that they read what they were told. */
interface Ends {
  /** When somebody last did what all of them were told to see to: those of before are over. */
  handled_at?: string | null
  /** Up to which message each of them has read a chat. */
  read_numbers?: ReadonlyMap<string, number>
}

/** How many people are looked at at once. */
const concurrency = 25

/** How long a notice may take to be there, in milliseconds; a run that was cut off is repeated within this time. */
const tellingMilliseconds = 5 * 60_000

/**
 * Whether what somebody was told last is done or read, or is not going to be there: nobody has it in the application.
 */
const isOver = async (user_id: string, last: News, { handled_at }: Ends): Promise<boolean> =>
  (handled_at ?? '') > last.at ||
  ((await findIsRead(user_id, last)) ?? Date.parse(last.at) < Date.now() - tellingMilliseconds)

const takeTurn = (user_id: string, thing_id: string, news: News, ends: Ends): Promise<boolean> =>
  retryOnConflict(async () => {
    const last = await lastTold.find({ user_id, thing_id })
    // it is told again where it was cut off
    if (last?.cause === news.cause) return true
    const hasRead = last?.number !== undefined && last.number <= (ends.read_numbers?.get(user_id) ?? 0)
    if (hasRead) await markAsRead(user_id, last)
    else if (last && !(await isOver(user_id, last, ends))) return false
    const write = last
      ? lastTold.toUpdate(last, news)
      : lastTold.toCreate(lastTold.make({ user_id, thing_id, ...news }))
    await writeItem(write)
    return true
  })

/**
 * Those of these people who are to be told news of a thing: not those who have not read what they were told of it
 * before, unless that is over otherwise (decision 0056).
 */
export const takeTurns = async (
  user_ids: string[],
  thing_id: string,
  news: News,
  ends: Ends = {},
): Promise<string[]> => {
  const turns = await pMap(user_ids, (user_id) => takeTurn(user_id, thing_id, news, ends), { concurrency })
  return user_ids.filter((_, n) => turns[n])
}

/** Forgets that people were told news which was withdrawn: the next is told. */
export const giveTurnsBack = async (user_ids: string[], thing_id: string, cause: string): Promise<void> => {
  const giveBack = async (user_id: string) => {
    const last = await lastTold.find({ user_id, thing_id })
    if (last?.cause === cause) await lastTold.remove(last)
  }
  await pMap(user_ids, giveBack, { concurrency })
}

/** Withdraws what people were told last of a thing that is nothing of theirs any more. */
export const withdrawLast = async (user_ids: string[], thing_id: string): Promise<void> => {
  const takeBack = async (user_id: string) => {
    const last = await lastTold.find({ user_id, thing_id })
    if (!last) return
    await withdraw([user_id], last)
    await lastTold.remove(last)
  }
  await pMap(user_ids, takeBack, { concurrency })
}
