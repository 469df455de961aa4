import { randomUUID } from 'node:crypto'
import { putParameter } from './parameter-store.ts'

const setVariable = (variable: string, name: string | undefined) => {
  if (name === undefined) delete process.env[variable]
  else process.env[variable] = name
}

/**
 * Stores a text in the stand-in for Parameter Store and points a variable to it, or to one `field` of it. Returns a
 * function that reverts the variable.
 */
export const configureDocument = async (
  variable: string,
  text: string,
  field?: string,
): Promise<() => void> => {
  const before = process.env[variable]
  const name = `/test/${randomUUID()}`
  await putParameter(name, text)
  setVariable(variable, field === undefined ? name : `${name}#${field}`)
  return () => setVariable(variable, before)
}
