import type { Model } from '../../models/model.ts'
import type { ToolCall } from '../../models/generation-request.ts'
import type { StepCall } from './step.ts'
import { maxKeptCalls } from '../message/limits.ts'

/** How many calls of a step are made; what a model wants beyond those that are kept is forgotten. */
const maxCalls = 8

/** What the calls of a step may take of its item (400 KB, DynamoDB's limit) beside its text and passages, in bytes. */
const maxStepBytes = 240_000
const maxArgumentBytes = 120_000

/** A result is given to the model up to this many bytes. */
const maxResultBytes = 32_000

/** What a value takes as JSON, in bytes. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')

/**
 * The calls that a model wants in a step, as they are kept; those that are too many or too long have failed
 * already.
 */
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
 * How many bytes the result of the next call may take: the calls that are to come get as much, and all of a
 * step at most half of what the model can read, at four characters a token.
 */
export const resultBudget = (calls: StepCall[], { context_window }: Model): number => {
  const open = calls.filter(({ outcome }) => outcome === null).length
  const taken = calls.reduce((sum, { outcome }) => sum + jsonBytes(outcome), 0)
  const whole = Math.min(maxStepBytes - maxArgumentBytes, context_window * 2)
  return Math.floor(Math.min(maxResultBytes, Math.max(0, whole - taken) / open))
}

/** A result, or the beginning of its JSON as a text that takes no more than this many bytes. */
export const truncate = (result: unknown, bytes: number): unknown => {
  if (jsonBytes(result) <= bytes) return result
  let text = JSON.stringify(result)
  for (let size = jsonBytes(text); size > bytes && text !== ''; size = jsonBytes(text))
    text = text.slice(0, Math.floor((text.length * bytes) / size)).toWellFormed()
  return `${text}…`
}
