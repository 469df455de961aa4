import { callEffect } from '../../invocation/call-effect.ts'
import type { FunctionCall, StoredCall } from '../message/function-call.ts'
import { jsonBytes } from './limits.ts'
import { parseStepCalls, type StepCall, type ReplyStep } from './step.ts'

const isWaiting = ({ id, outcome, waits }: StepCall, decisions: Record<string, boolean>): boolean =>
  outcome === null && waits === true && decisions[id] === undefined

const callStatus = (one: StepCall, decisions: Record<string, boolean>): FunctionCall['status'] => {
  if (decisions[one.id] === false) return 'refused'
  if (one.outcome) return one.outcome.error === null ? 'completed' : 'failed'
  return isWaiting(one, decisions) ? 'waiting' : 'pending'
}

/** Maximum size of a shown result, and of all results of a reply (bytes): an item of the table has at most 400 KB. */
const maxShownBytes = 16_384
const maxTotalBytes = 160_000

const truncateJson = (value: unknown, bytes: number) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
    .subarray(0, bytes)
    .toString()
    .replace(/\ufffd$/, '')

/**
 * Returns the calls of a reply for its message: every call, with the whole arguments of waiting calls, and as much of
 * everything else as fits.
 */
export const presentCalls = (steps: ReplyStep[], decisions: Record<string, boolean>): StoredCall[] => {
  const all = steps.flatMap(parseStepCalls)
  const frames = all.map((one) => ({
    id: one.id,
    name: one.call.name,
    arguments: {},
    effect: one.effect ?? callEffect(one.call.name, one.call.arguments),
    status: callStatus(one, decisions),
    result: null,
    truncated: false,
    error: one.outcome?.error == null ? null : 'It failed.',
    writes: one.outcome?.writes ?? [],
  }))
  let room = Math.max(0, maxTotalBytes - jsonBytes(frames))
  const take = (size: number, most = room) => {
    const fits = size <= Math.min(most, room)
    if (fits) room -= size
    return fits
  }
  const whole = new Set(all.filter((one) => isWaiting(one, decisions)))
  for (const { call } of whole) take(jsonBytes(call.arguments))
  return all.map((one, index): StoredCall => {
    const { call, outcome } = one
    const frame = frames[index] as (typeof frames)[number]
    const error = outcome?.error != null && take(jsonBytes(outcome.error)) ? outcome.error : frame.error
    const hasArguments = whole.has(one) || take(jsonBytes(call.arguments), maxShownBytes)
    const result = outcome?.result ?? null
    const isLong = jsonBytes(result) > Math.min(maxShownBytes, room)
    const shown = isLong ? truncateJson(result, Math.min(maxShownBytes, room)) : result
    room = Math.max(0, room - jsonBytes(shown))
    const given = hasArguments ? call.arguments : {}
    return { ...frame, arguments: given, result: shown, truncated: isLong || !hasArguments, error }
  })
}
