import { docs } from '#docs'
import * as z from '../platform/schema/schema.ts'

/** Schema of the rule by which a person may see a thing. */
export const AccessRule = z
  .enum(['owner', 'member', 'group', 'attachment', 'internal', 'public', 'role', 'none'])
  .meta(
    docs(
      'The rule that grants it: they own or wrote it, are named themselves or by a group, may see what it is ' +
        'attached to, it is open to the company, published for all, or their role suffices; `none` for nothing.',
      { id: 'AccessRule' },
    ),
  )
