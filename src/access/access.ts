import { docs } from '#docs'
import * as z from '../platform/schema/schema.ts'

/** Schema of the rule by which a person may see a resource. */
export const AccessRule = z
  .enum(['owner', 'member', 'group', 'attachment', 'internal', 'public', 'role', 'none'])
  .meta(
    docs(
      'The rule that grants access: the person owns or wrote the resource, is named or belongs to a group ' +
        'that is named, may read a resource to which it is attached, the resource is internal or published ' +
        'for everyone, or the role of the person suffices; `none` for no access.',
      { id: 'AccessRule' },
    ),
  )
