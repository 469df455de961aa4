import { functions } from '../functions/function.ts'
import type { FunctionCall } from './function-call.ts'
import { callsOf, type StepCall, type StoredStep } from './step.ts'

/** The effect of a function; null when there is none of this name. */
export const effectOf = (name: string) => functions.find((one) => one.name === name)?.effect ?? null

/** Whether a call waits for the asker to say yes or no. */
export const isWaiting = ({ id, call, outcome }: StepCall, decisions: Record<string, boolean>): boolean =>
  outcome === null && decisions[id] === undefined && effectOf(call.name) === 'destructive'

const statusOf = (one: StepCall, decisions: Record<string, boolean>): FunctionCall['status'] => {
  if (decisions[one.id] === false) return 'refused'
  if (one.outcome) return one.outcome.error === null ? 'completed' : 'failed'
  return isWaiting(one, decisions) ? 'waiting' : 'pending'
}

/** A result is shown up to so many bytes, and all of them together: an item of the table has 400 KB. */
const resultBytes = 16_384
const allBytes = 160_000

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '')

const startOf = (value: unknown, bytes: number) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
    .subarray(0, bytes)
    .toString()
    .replace(/\ufffd$/, '')

/** The calls of a reply as its message shows them. */
export const shownCalls = (known: StoredStep[], decisions: Record<string, boolean>): FunctionCall[] => {
  let room = allBytes
  return known.flatMap(callsOf).map((one) => {
    const { id, call, outcome } = one
    const result = outcome?.result ?? null
    const most = Math.max(0, Math.min(resultBytes, room - sizeOf(call.arguments)))
    const isLong = sizeOf(result) > most
    const isTooLong = sizeOf(call.arguments) > Math.min(resultBytes, room)
    const shown = {
      id,
      name: call.name.slice(0, 128),
      arguments: isTooLong ? {} : call.arguments,
      effect: effectOf(call.name),
      status: statusOf(one, decisions),
      result: isLong ? startOf(result, most) : result,
      truncated: isLong || isTooLong,
      error: outcome?.error ?? null,
    }
    room -= sizeOf(shown)
    return shown
  })
}
