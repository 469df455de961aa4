import type { StoredUser } from '../../platform/identity/user.ts'

/** What a directory calls somebody. */
export interface Directory {
  user_name: string
  /** Whether it has sent an address, which stays when `user_name` changes. */
  has_email?: boolean
  external_id: string | null
  display_name: string | null
  formatted: string | null
  given_name: string | null
  family_name: string | null
}

/** What the directory calls somebody whom it has provisioned; written by this area alone. */
export const directoryOf = ({ directory }: Pick<StoredUser, 'directory'>): Directory | undefined =>
  (directory as Directory | null | undefined) ?? undefined
