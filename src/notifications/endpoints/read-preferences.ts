import { endpoint } from '../../platform/http/endpoint.ts'
import { Preferences, preferences, presentPreferences } from '../preferences.ts'

export const readPreferences = endpoint('GET /lms/notifications/preferences', {
  summary: 'Get the caller’s notification preferences',
  isFunction: true,
  description:
    'Notifications are emailed only if `GET /auth/methods` says that email is available, and only to the ' +
    'person’s own address. Notifications about the caller’s own account cannot be turned off and are not ' +
    'among the types.',
  response: Preferences,
  handle: async ({ actor: { id: user_id } }) =>
    presentPreferences((await preferences.find({ user_id })) ?? preferences.make({ user_id })),
})
