/** The handler that a module of a function exports: the one function in it, whatever its name. */
export const handlerIn = <H>(module: object): H => {
  const handler = Object.values(module).find((exported) => typeof exported === 'function') as H | undefined
  if (!handler) throw new Error('This module exports no handler.')
  return handler
}
