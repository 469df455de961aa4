import { UsageError } from './command.ts'

/** Function names have at most 64 characters (AWS Lambda, "CreateFunction"): the stack's take 37 of them with this. */
const maxStageName = 16

/**
 * The stack of a stage. Roles go by `<stack>-*`, and the hyphen ends a stage's name: so no stage has one, and `prod`
 * and `prod-2` cannot touch one another. Throws for a stage by whose name a function's would be too long.
 */
export const stackOf = (stage: string): string => {
  if (!/^[a-z0-9]+$/.test(stage))
    throw new UsageError(`The stage "${stage}" may only have the letters a to z and digits, such as prod2.`)
  if (stage.length > maxStageName)
    throw new UsageError(`The stage "${stage}" must have at most ${maxStageName} characters.`)
  return `enterprise-platform-${stage}`
}
