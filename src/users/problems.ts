import type { Problems } from '../platform/http/spec.ts'

/** How a change of a user is refused. */
export const userUpdateProblems: Problems = {
  403: {
    'users.not_yours': 'The caller may not change other users.',
    'users.admin_only': 'A field reserved for administrators.',
    'users.own_standing': 'The caller’s own `role` or `is_active`.',
    'users.password_wrong': 'The current password is wrong.',
  },
  409: {
    'users.email_taken': 'The email address belongs to another user.',
    'users.erased': 'Everything that was known of the person was erased.',
    'users.last_administrator': 'This is the last active administrator.',
  },
  429: {
    'auth.too_many_attempts':
      'Five wrong passwords for this user and IP address, or a hundred for this IP address, within 15 minutes.',
  },
}

/** How the deletion of a user is refused. */
export const deletionProblems: Problems = {
  409: {
    'users.being_erased': 'An erasure that hands things over to somebody else goes on.',
    'users.own_account': 'The caller’s own account.',
    'users.erased': 'Everything that was known of the person was erased.',
    'users.last_administrator': 'This is the last active administrator.',
  },
  429: { 'jobs.too_many': 'As many jobs as one person may have go on (`LIMIT_JOBS`).' },
}
