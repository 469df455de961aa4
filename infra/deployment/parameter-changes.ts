import { UsageError } from '../cli/command.ts'
import type { Parameters } from './parameters.ts'

type Values = Readonly<Record<string, string | undefined>>

/** Returns the names of the parameters whose current and next values differ. */
const changedNames = (today: Values, next: Values): string[] =>
  Object.keys(next)
    .filter((name) => (today[name] ?? '') !== next[name])
    .sort()

const formatParameter = (value = '') => (value === '' ? '(none)' : value)

export const changeLines = (today: Parameters, next: Parameters): string[] =>
  changedNames(today, next).map(
    (name) => `${name}: ${formatParameter(today[name])} → ${formatParameter(next[name])}`,
  )

const parameterNumber = (values: Values, name: string) => Number(values[name] ?? '1')

/** Returns the refusal to move running containers: a subnet in another zone would overlap the subnet it replaces. */
const movedServer = (today: Parameters, next: Parameters): string[] =>
  today['wopi-server'] === 'yes' &&
  next['wopi-server'] === 'yes' &&
  changedNames(today, next).some((name) => name.startsWith('wopi-server-zone-'))
    ? ['The zones of wopi-server cannot change while it runs. Deploy with wopi-server=no first.']
    : []

/** Returns the reasons to refuse a deployment: lists would lose rows, or CloudFormation would fail halfway. */
const findParameterRefusals = (today: Parameters | undefined, next: Parameters): string[] => {
  const [read, written] = [parameterNumber(next, 'list-shards'), parameterNumber(next, 'list-shards-written')]
  if (written > read) return [`list-shards-written (${written}) must not be above list-shards (${read}).`]
  if (!today) return []
  const lowered = ['list-shards', 'list-shards-written']
    .filter((name) => parameterNumber(next, name) < parameterNumber(today, name))
    .map((name) => `${name} cannot be lowered from ${today[name]} to ${next[name]}: lists would lose rows.`)
  const readToday = parameterNumber(today, 'list-shards')
  const refused = [...movedServer(today, next), ...lowered]
  if (written <= readToday) return refused
  return [
    ...refused,
    `list-shards-written can be ${written} one deployment after list-shards, which is ${readToday} today.`,
  ]
}

/** Changes that another deployment cannot revert: the condition, and the loss. */
const losses: Record<string, { isLost: (before: string, after: string) => boolean; loss: string }> = {
  'with-distribution': {
    isLost: (before, after) => before === 'yes' && after === 'no',
    loss: 'the host name of the distribution is permanently lost, and with it every link to it',
  },
  'kms-key-arn': {
    isLost: (before) => before !== '',
    loss: 'functions can no longer read data encrypted with the former key',
  },
  'audit-lock': {
    isLost: (before, after) => before !== 'no' || after === 'compliance',
    loss: 'locked copies stay locked, and the days without a lock are never covered',
  },
}

/**
 * Throws if lists would lose rows, or if a change cannot be reverted and its parameter is not confirmed. A first
 * deployment has no changes.
 */
export const requireChanges = (
  today: Parameters | undefined,
  next: Parameters,
  confirmed: readonly string[],
): void => {
  const refused = findParameterRefusals(today, next)
  const lost = Object.entries(losses).flatMap(([name, { isLost, loss }]) => {
    const [before, after] = [today?.[name], next[name]]
    if (before === undefined || after === undefined || before === after || confirmed.includes(name)) return []
    return isLost(before, after) ? [`${name}: ${loss}. To accept this, add --confirm=${name}.`] : []
  })
  const [first] = [...refused, ...lost]
  if (first) throw new UsageError([...refused, ...lost].join('\n'))
}
