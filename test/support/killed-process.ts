import { afterAll } from 'vitest'
import { startFaultProxy, type Death } from './fault-proxy.ts'
import { workerProcess } from './worker-process.ts'
import { world } from './world.ts'

/** Starts a proxy in front of the table that can kill processes at their calls, until the tests of the file end. */
export const startKillingProxy = async () => {
  const proxy = await startFaultProxy({ dynamodb: world().endpoints.dynamodb })
  afterAll(() => proxy.stop())
  return proxy
}

type KillingProxy = Awaited<ReturnType<typeof startKillingProxy>>

/** The call to the table at which a process is killed. */
export type FatalCall = Omit<Death, 'pid'>

/**
 * Lets these functions handle an event in a process of their own, and kills it at a call to the table. Returns false if
 * the process finished before.
 */
export const isKilledAt = async (
  proxy: KillingProxy,
  files: string[],
  event: object,
  fatal: FatalCall,
  variables: Record<string, string> = {},
): Promise<boolean> => {
  const sender = `killed-${fatal.arrives ? 'behind' : 'before'}`
  const child = workerProcess(files, {
    AWS_ENDPOINT_URL_DYNAMODB: proxy.urls.dynamodb,
    AWS_SDK_UA_APP_ID: sender,
    ...variables,
  })
  await proxy.live(sender, { pid: child.pid, ...fatal })
  const isKilled = await child.invoke(event).then(
    () => false,
    () => true,
  )
  await child.kill()
  await proxy.arrived()
  return isKilled
}

/** Maximum number of calls of a process to the table, far more than any makes that these tests kill. */
const maxCalls = 25

/**
 * Takes a step for the death before and behind each call, until its process finishes before it is killed: `step`
 * returns true if the process was killed. Returns the number of calls; throws if there is no end of them.
 */
export const killAtEachCall = async (step: (fatal: FatalCall) => Promise<boolean>): Promise<number> => {
  let [calls, isKilled] = [0, true]
  while (isKilled && calls < maxCalls) {
    calls += 1
    isKilled = false
    for (const arrives of [false, true]) if (await step({ call: calls, arrives })) isKilled = true
  }
  if (isKilled) throw new Error(`The process makes more than ${maxCalls} calls.`)
  return calls
}
