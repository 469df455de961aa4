import { functions } from '../../functions/function.ts'
import type { FunctionCall } from '../function-call.ts'
import { sizeOf } from './limits.ts'
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

const startOf = (value: unknown, bytes: number) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
    .subarray(0, bytes)
    .toString()
    .replace(/\ufffd$/, '')

/** The calls of a reply as its message shows them: every one, and of what they say as much as there is room for. */
export const shownCalls = (known: StoredStep[], decisions: Record<string, boolean>): FunctionCall[] => {
  const all = known.flatMap(callsOf)
  const frames = all.map((one) => ({
    id: one.id,
    name: one.call.name,
    arguments: {},
    effect: effectOf(one.call.name),
    status: statusOf(one, decisions),
    result: null,
    truncated: false,
    error: one.outcome?.error == null ? null : 'It failed.',
  }))
  let room = Math.max(0, allBytes - sizeOf(frames))
  const take = (size: number, most = room) => {
    const fits = size <= Math.min(most, room)
    if (fits) room -= size
    return fits
  }
  return all.map(({ call, outcome }, index): FunctionCall => {
    const frame = frames[index] as (typeof frames)[number]
    const error = outcome?.error != null && take(sizeOf(outcome.error)) ? outcome.error : frame.error
    const hasArguments = take(sizeOf(call.arguments), resultBytes)
    const result = outcome?.result ?? null
    const isLong = sizeOf(result) > Math.min(resultBytes, room)
    const shown = isLong ? startOf(result, Math.min(resultBytes, room)) : result
    room = Math.max(0, room - sizeOf(shown))
    const given = hasArguments ? call.arguments : {}
    return { ...frame, arguments: given, result: shown, truncated: isLong || !hasArguments, error }
  })
}
