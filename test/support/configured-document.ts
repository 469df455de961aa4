import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { randomUUID } from 'node:crypto'
import { localAws } from '../../infra/local/variables.ts'

const setVariable = (variable: string, name: string | undefined) => {
  if (name === undefined) delete process.env[variable]
  else process.env[variable] = name
}

/**
 * Makes a text, or a field of the object in it, the document whose name a variable holds, which is read as it is
 * deployed: from the stand-in for Parameter Store. Gives what takes it back.
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
