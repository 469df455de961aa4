import { UsageError } from './command.ts'

/** Function names have at most so many characters (AWS Lambda, "CreateFunction"). */
const maxFunctionName = 64

/**
 * The stack of a stage. Roles go by `<stack>-*`, and the hyphen ends a stage's name: so no stage has one, and `prod`
 * and `prod-2` cannot touch one another. Throws for a stage by whose name a function's would be too long.
 */
export const stackOf = (stage: string, functionNames: readonly string[] = []): string => {
  if (!/^[a-z0-9]+$/.test(stage))
    throw new UsageError(`The stage "${stage}" may only have the letters a to z and digits, such as prod2.`)
  const stack = `enterprise-platform-${stage}`
  const longest = Math.max(0, ...functionNames.map((name) => name.length))
  const room = maxFunctionName - stack.length + stage.length - 1 - longest
  if (stage.length > room)
    throw new UsageError(
      `The stage "${stage}" must have at most ${room} characters, or its functions' names are too long.`,
    )
  return stack
}
