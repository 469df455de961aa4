import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { randomUUID } from 'node:crypto'
import { localAws } from '../../infra/local/settings/variables.ts'

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
  const Name = `/test/${randomUUID()}`
  await new SSMClient(localAws).send(new PutParameterCommand({ Name, Value: text, Type: 'String' }))
  setVariable(variable, field === undefined ? Name : `${Name}#${field}`)
  return () => setVariable(variable, before)
}
