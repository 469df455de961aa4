import { eventFeeds } from '../../calendar/event-feed.ts'
import { notifications } from '../../notifications/notification.ts'
import { preferences } from '../../notifications/preferences.ts'
import { readMarks } from '../../notifications/read-mark.ts'
import { concerningPerson, historyOf } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { toEmailStatus, users, userType } from '../../platform/identity/user.ts'
import { findManagerId } from './manager.ts'

const ownAffair = concerningPerson(userType.type, 'user_id')

export const userHistory: ResourceHistory = {
  changes: [
    historyOf(users, {
      ...userType,
      fields: {
        name: 'hidden',
        email: 'hidden',
        email_status: toEmailStatus,
        title: 'hidden',
        department: 'hidden',
        manager_id: findManagerId,
        avatar_file_id: ({ avatar }) => avatar?.file_id ?? null,
        identity: 'hidden',
        role: 'value',
        type: 'value',
        is_active: 'value',
        locale: 'value',
        timezone: 'value',
      },
      audience: () => 'admin',
    }),
    historyOf(eventFeeds, { ...ownAffair, type: 'event_feed', fields: { created_at: 'hidden' } }),
    historyOf(notifications, {
      ...ownAffair,
      type: 'notification',
      idOf: ({ id }) => id,
      fields: { read: ({ read_at }) => read_at !== null },
      isUnrecorded: true,
    }),
    historyOf(readMarks, {
      ...ownAffair,
      type: 'notifications_read',
      fields: { read_at: 'hidden' },
      isUnrecorded: true,
    }),
    historyOf(preferences, {
      ...ownAffair,
      type: 'notification_preferences',
      fields: { defaults: 'hidden', types: 'hidden', quiet_hours: 'hidden', muted: 'hidden' },
      isUnrecorded: true,
    }),
  ],
}
