import type { StoredUser } from '../platform/identity/user.ts'

/** Names of a person in the directory. */
export interface Directory {
  user_name: string
  /** True if the directory has sent an address, which stays when `user_name` changes. */
  has_email?: boolean
  external_id: string | null
  display_name: string | null
  formatted: string | null
  given_name: string | null
  family_name: string | null
}

/** Returns the directory's names of a person whom it has provisioned; only this area writes them. */
export const toDirectory = ({ directory }: Pick<StoredUser, 'directory'>): Directory | undefined =>
  (directory as Directory | null | undefined) ?? undefined
