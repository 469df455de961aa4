/**
 * Returns the handler that a function's module exports: its only function, regardless of its name, except for exports
 * that a bundle shares with its chunks (infra/packaging/chunked-build.ts).
 */
export const handlerIn = <H>(module: object): H => {
  const own = Object.entries(module).filter(([name]) => !/^_\d+$/.test(name))
  const handler = own.find(([, exported]) => typeof exported === 'function')?.[1] as H | undefined
  if (!handler) throw new Error('This module exports no handler.')
  return handler
}
