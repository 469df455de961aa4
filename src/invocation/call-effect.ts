import type { FunctionEffect } from '../functions/effect.ts'
import { functions } from '../functions/function.ts'
import { effectOfArguments } from '../platform/http/call-effect.ts'

/** Returns the effect of a call, which depends on its arguments; null if no function has this name. */
export const callEffect = (name: string, args: Record<string, unknown>): FunctionEffect | null => {
  const called = functions.find((one) => one.name === name)
  return called ? effectOfArguments(called, args) : null
}
