import { vi } from 'vitest'
import { startDynamoProxy, type DynamoProxy } from './dynamo-proxy.ts'
import { world } from './world.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** Time limits of a deployed function; other tests give the emulators as much time as `npm start` does. */
export const deployedLimits: Variables = { MIN_CALL_MILLISECONDS: undefined }

const setVariables = (variables: Variables) => {
  for (const [name, value] of Object.entries(variables))
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
}

/**
 * Sets variables and imports modules again, so that their AWS clients use these variables. A variable with the value
 * undefined is deleted. `restore` reverts the variables.
 */
export const loadWith = async <T>(
  variables: Variables,
  load: () => Promise<T>,
): Promise<{ loaded: T; restore: () => void }> => {
  const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]))
  const restore = () => {
    setVariables(before)
    vi.resetModules()
  }
  setVariables(variables)
  vi.resetModules()
  return { loaded: await load(), restore }
}

/** Runs `work` with retries that do not pause: each pause is a random part of the longest one. */
export const withoutPauses = async <T>(work: () => Promise<T>): Promise<T> => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  try {
    return await work()
  } finally {
    random.mockRestore()
  }
}

export interface GivenTableProxy<T> {
  proxy: DynamoProxy
  /** Modules imported by `load`, which reach the table through the proxy. */
  loaded: T
  end: () => Promise<void>
}

/** Starts a proxy in front of the table, and imports modules behind it. */
export const givenTableProxy = async <T>(
  load: () => Promise<T>,
  variables: Variables = {},
): Promise<GivenTableProxy<T>> => {
  const proxy = await startDynamoProxy(world().endpoints.dynamodb)
  const { loaded, restore } = await loadWith({ ...variables, AWS_ENDPOINT_URL_DYNAMODB: proxy.url }, load)
  const end = () => {
    restore()
    return proxy.stop()
  }
  return { proxy, loaded, end }
}
