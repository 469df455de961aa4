import type { Model } from '../../models/model.ts'
import type { ToolCall } from '../../models/generation-request.ts'
import type { StepCall } from './step.ts'
import { maxKeptCalls } from '../message/limits.ts'

/** Maximum number of calls of a step that run; calls beyond `maxKeptCalls` are dropped. */
const maxCalls = 8

/** Maximum size of a step's calls beside its text and passages (bytes); DynamoDB limits the item to 400 KB. */
const maxStepBytes = 240_000
const maxArgumentBytes = 120_000

/** Maximum size of a result that the model gets (bytes). */
const maxResultBytes = 32_000

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')

/** Converts a model's calls to calls of a step; those beyond the limits of number and size have failed already. */
export const toStepCalls = (calls: ToolCall[], step: number): StepCall[] => {
  let room = maxArgumentBytes
  return calls.slice(0, maxKeptCalls).map(({ id, name, arguments: given }, index) => {
    const isTooMany = index >= maxCalls
    const isLong = jsonBytes(given) > room
    if (!isTooMany && !isLong) room -= jsonBytes(given)
    const error = isTooMany
      ? `At most ${maxCalls} functions can be called at once.`
      : isLong && 'The arguments are too long.'
    return {
      id: `${step}.${index}`,
      call: {
        id: id.slice(0, 128),
        name: name.replace(/[^\w.-]/g, '_').slice(0, 128),
        arguments: error ? {} : given,
      },
      outcome: error ? { result: null, error } : null,
    }
  })
}

/**
 * Returns the maximum size of the next call's result, in bytes: the remaining calls get equal shares, and a whole step
 * at most half of the context window, at four characters per token.
 */
export const resultBudget = (calls: StepCall[], { context_window }: Model): number => {
  const open = calls.filter(({ outcome }) => outcome === null).length
  const taken = calls.reduce((sum, { outcome }) => sum + jsonBytes(outcome), 0)
  const whole = Math.min(maxStepBytes - maxArgumentBytes, context_window * 2)
  return Math.floor(Math.min(maxResultBytes, Math.max(0, whole - taken) / open))
}

/** Returns a result, or the beginning of its JSON as text within this number of bytes. */
export const truncateResult = (result: unknown, bytes: number): unknown => {
  if (jsonBytes(result) <= bytes) return result
  let text = JSON.stringify(result)
  for (let size = jsonBytes(text); size > bytes && text !== ''; size = jsonBytes(text))
    text = text.slice(0, Math.floor((text.length * bytes) / size)).toWellFormed()
  return `${text}…`
}
