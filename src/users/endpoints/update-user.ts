import { endpoint } from '../../platform/http/endpoint.ts'
import { sessions } from '../../platform/identity/session.ts'
import { users } from '../../platform/identity/user.ts'
import { sessionRequired } from '../../platform/http/request/authentication.ts'
import { awaitLater } from '../../platform/runtime/await-later.ts'
import { requireFixed } from '../../platform/schema/update-fields.ts'
import { givenFields } from '../../platform/table/changes.ts'
import { presentUser, requireEditUser, reservedFields } from '../access.ts'
import { requireCurrentPassword } from '../current-password.ts'
import { changeUser } from '../registration.ts'
import { chosenAvatar } from '../user/avatar-file.ts'
import { requireNoService, UserUpdate } from '../user/input.ts'
import { User } from '../user/user.ts'
import { userUpdateProblems } from '../problems.ts'

export const updateUser = endpoint('PUT /users/{id}', {
  summary: 'Change a user',
  effect: 'admin',
  administers: reservedFields,
  description:
    'Users may change their own name, title, department, picture, locale, time zone and (with ' +
    '`current_password`) password. The picture is an image of their own. ' +
    'Administrators may also change their own email address and manager, and every field of other users. Nobody ' +
    'reports to themselves, not through others either. Nobody may ' +
    'change their own `role` or `is_active`. A new password revokes all other sessions of the user at once, ' +
    'and `is_active: false` all sessions and, for good, all access tokens, editor tokens and the calendar link. ' +
    'With either, and with another email address, links to choose a password that were sent before lead nowhere. ' +
    'A token changes no password, and with the scope `write` only what else users may change of themselves.',
  profile: 'files',
  body: UserUpdate,
  response: User,
  problems: userUpdateProblems,
  handle: async ({ actor, params, body, ifMatch, address, sessionId }) => {
    const { password, current_password, avatar_file_id, type, ...changes } = body
    if (password !== undefined && sessionId === '') throw sessionRequired()
    const choosing = awaitLater(chosenAvatar(params.id, avatar_file_id))
    const isOwn = actor.id === params.id
    const kept = isOwn && password !== undefined && sessions.find({ user_id: actor.id, id: sessionId })
    const [user, session] = await Promise.all([users.get(params), kept || undefined])
    requireEditUser(actor, user, changes)
    requireFixed(user, { type }, 'it is fixed when the user is created')
    if (password !== undefined) {
      requireNoService(user)
      if (isOwn) await requireCurrentPassword(user.email as string, current_password, address)
      const { requireStrong } = await import('../password-strength.ts')
      await requireStrong(password, { ...user, ...givenFields(user, changes).fields })
    }
    const changed = { ...changes, avatar: await choosing }
    return presentUser(actor, await changeUser(user, changed, { password, ifMatch, by: actor.id, session }))
  },
})
