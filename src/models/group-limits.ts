import { parameter } from '../platform/aws/parameter.ts'
import { id } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import { parseSetting } from '../platform/schema/setting-value.ts'

const amount = z.int().min(0).optional()

/** Limits for the members of groups, by group ID. */
const GroupLimits = z.record(id, z.strictObject({ replies: amount, tokens: amount }))
type GroupLimits = z.output<typeof GroupLimits>

/** Parses the setting `GROUP_LIMITS`. Throws like `parseSetting`. */
export const parseGroupLimits = (text: string): GroupLimits => parseSetting('GROUP_LIMITS', GroupLimits, text)

let parsed: { text: string; limits: GroupLimits } | undefined

/** Returns the limits in a parameter, which a process parses once. */
export const loadGroupLimits = async (name: string): Promise<GroupLimits> => {
  const text = await parameter(name)
  if (parsed?.text !== text) parsed = { text, limits: parseGroupLimits(text) }
  return parsed.limits
}
