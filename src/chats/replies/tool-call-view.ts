import { functions } from '../../functions/function.ts'
import type { FunctionCall } from '../function-call.ts'
import { jsonBytes } from './limits.ts'
import { callsOf, type StepCall, type ReplyStep } from './step.ts'

/** The effect of a function; null when there is none of this name. */
export const findEffect = (name: string) => functions.find((one) => one.name === name)?.effect ?? null

/** Whether a call waits for the asker to say yes or no. */
export const awaitsConfirmation = (
  { id, call, outcome }: StepCall,
  decisions: Record<string, boolean>,
): boolean => outcome === null && decisions[id] === undefined && findEffect(call.name) === 'destructive'

const statusOf = (one: StepCall, decisions: Record<string, boolean>): FunctionCall['status'] => {
  if (decisions[one.id] === false) return 'refused'
  if (one.outcome) return one.outcome.error === null ? 'completed' : 'failed'
  return awaitsConfirmation(one, decisions) ? 'waiting' : 'pending'
}

/** A result is shown up to so many bytes, and all of them together: an item of the table has 400 KB. */
const maxShownBytes = 16_384
const maxTotalBytes = 160_000

const truncateJson = (value: unknown, bytes: number) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
    .subarray(0, bytes)
    .toString()
    .replace(/\ufffd$/, '')

/** The calls of a reply as its message shows them: every one, and of what they say as much as there is room for. */
export const presentCalls = (steps: ReplyStep[], decisions: Record<string, boolean>): FunctionCall[] => {
  const all = steps.flatMap(callsOf)
  const frames = all.map((one) => ({
    id: one.id,
    name: one.call.name,
    arguments: {},
    effect: findEffect(one.call.name),
    status: statusOf(one, decisions),
    result: null,
    truncated: false,
    error: one.outcome?.error == null ? null : 'It failed.',
  }))
  let room = Math.max(0, maxTotalBytes - jsonBytes(frames))
  const take = (size: number, most = room) => {
    const fits = size <= Math.min(most, room)
    if (fits) room -= size
    return fits
  }
  return all.map(({ call, outcome }, index): FunctionCall => {
    const frame = frames[index] as (typeof frames)[number]
    const error = outcome?.error != null && take(jsonBytes(outcome.error)) ? outcome.error : frame.error
    const hasArguments = take(jsonBytes(call.arguments), maxShownBytes)
    const result = outcome?.result ?? null
    const isLong = jsonBytes(result) > Math.min(maxShownBytes, room)
    const shown = isLong ? truncateJson(result, Math.min(maxShownBytes, room)) : result
    room = Math.max(0, room - jsonBytes(shown))
    const given = hasArguments ? call.arguments : {}
    return { ...frame, arguments: given, result: shown, truncated: isLong || !hasArguments, error }
  })
}
