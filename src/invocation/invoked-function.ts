import { loadAudience } from '../access/audience.ts'
import { observedChanges } from '../platform/history/observed-changes.ts'
import type { InProcessCaller } from '../platform/http/in-process-call.ts'
import type { Actor } from '../platform/identity/actor.ts'
import type * as z from '../platform/schema/schema.ts'
import { changeObserver } from '../platform/table/write-observer.ts'
import { callEffect } from './call-effect.ts'
import type { FunctionInput, FunctionResult } from './function-call.ts'
import { runFunction } from './invocation.ts'

/** Runs a function for the caller, or in a dry run its checks alone. Returns its response and its changes. */
export const invokedFunction = async (
  name: string,
  { arguments: args, dry_run }: z.output<typeof FunctionInput>,
  caller: InProcessCaller,
  actor: Actor,
): Promise<z.input<typeof FunctionResult>> => {
  const observer = changeObserver(dry_run)
  const result = await runFunction(name, args, { ...caller, observer })
  const changes = await observedChanges(observer, actor)
  const isShared = dry_run && callEffect(name, args) === 'sharing'
  const audience = isShared ? await loadAudience(observer, actor) : null
  return { result: dry_run ? null : result, changes, audience }
}
