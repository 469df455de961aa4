import { UsageError } from './command.ts'

/**
 * Limit for stage names: function names have at most 64 characters (AWS Lambda, "CreateFunction"), and a stack's name
 * takes 37 of them with this limit.
 */
const maxStageName = 16

/**
 * Returns the stack of a stage. Throws if the name of a stage would make function names too long, or contains a hyphen:
 * roles have access to `<stack>-*`, so that `prod` could access `prod-2`.
 */
export const toStackName = (stage: string): string => {
  if (!/^[a-z0-9]+$/.test(stage))
    throw new UsageError(`The stage "${stage}" must consist of the letters a to z and digits, such as prod2.`)
  if (stage.length > maxStageName)
    throw new UsageError(`The stage "${stage}" must have at most ${maxStageName} characters.`)
  return `enterprise-platform-${stage}`
}
