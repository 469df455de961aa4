import type { StoredEntry } from './entry.ts'

/** Retention time of the hidden index terms of trashed resources: most restores happen within it, or never. */
const retentionMilliseconds = 86_400_000

/** Returns the time until which the index terms of an entry's resources are retained, in milliseconds since 1970. */
export const indexTermsRetainedUntil = ({ deleted_at }: Pick<StoredEntry, 'deleted_at'>): number =>
  Date.parse(deleted_at) + retentionMilliseconds

/**
 * Returns true if trashed resources were permanently deleted while their index terms may still be retained, so that the
 * terms must be removed.
 */
export const endsTermRetention = (before: StoredEntry | undefined, after: StoredEntry | undefined): boolean =>
  before?.state === 'trashed' && after?.state === 'purging' && indexTermsRetainedUntil(after) > Date.now()
