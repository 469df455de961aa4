import type { FunctionEffect } from '../functions/effect.ts'
import { functions } from '../functions/function.ts'
import { effectOfArguments } from '../platform/http/call-effect.ts'

/** What this call does, by what it is given; null when there is no function of this name. */
export const effectOfCall = (name: string, args: Record<string, unknown>): FunctionEffect | null => {
  const called = functions.find((one) => one.name === name)
  return called ? effectOfArguments(called, args) : null
}
