import { users, type StoredUser } from '../platform/identity/user.ts'
import { mailEnvironment } from '../platform/runtime/environment.ts'
import { channelsFor, preferences, type Channels, type Told } from './preferences.ts'

/** A person who is told something, and how. */
export interface Recipient extends Channels {
  user_id: string
}

const getsMail = (user: StoredUser | undefined) =>
  user?.is_active === true && user.email !== null && user.type === 'person'

/** How a notice reaches each of these people, as they have chosen. Their accounts are read where mail is sent. */
export const recipientsOf = async (user_ids: string[], told: Told): Promise<Recipient[]> => {
  const isMailed = mailEnvironment.from !== undefined
  const [chosen, people] = await Promise.all([
    preferences.findMany(user_ids.map((user_id) => ({ user_id }))),
    isMailed ? users.findMany(user_ids.map((id) => ({ id }))) : [],
  ])
  return user_ids.map((user_id, index) => {
    const { in_app, mail } = channelsFor(chosen[index] ?? preferences.make({ user_id }), told)
    return { user_id, in_app, mail: getsMail(people[index]) ? mail : 'none' }
  })
}
