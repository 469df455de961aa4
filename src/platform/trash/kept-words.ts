import type { StoredEntry } from './entry.ts'

/** How long the words of what was trashed are kept, hidden: mostly it is restored by that time, or not at all. */
const keptMilliseconds = 86_400_000

/** Until when the words of an entry's things are kept, in milliseconds since 1970. */
export const wordsKeptUntil = ({ deleted_at }: Pick<StoredEntry, 'deleted_at'>): number =>
  Date.parse(deleted_at) + keptMilliseconds

/**
 * Whether things that were in the trash are gone for good while their words may still be kept, so that these are to be
 * removed.
 */
export const endsKeptWords = (before: StoredEntry | undefined, after: StoredEntry | undefined): boolean =>
  before?.state === 'trashed' && after?.state === 'purging' && wordsKeptUntil(after) > Date.now()
