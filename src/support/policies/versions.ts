import * as z from '../../platform/schema/schema.ts'
import { entity } from '../../platform/table/entity.ts'
import { storedClockPolicyFields } from '../clock/clock-policies.ts'

/**
 * The part of each version of the policies that a ticket's clocks follow, whatever the policies become later. Version 1
 * has no targets and no row.
 */
export const policyVersions = entity({
  name: 'support.policy_version',
  isInternal: true,
  schema: z.object({ of_version: z.int(), ...storedClockPolicyFields }),
  key: ({ of_version }: { of_version: number }) => ({ pk: 'support-policies', sk: `version#${of_version}` }),
})
