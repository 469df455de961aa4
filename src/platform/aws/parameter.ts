import { unavailable } from '../runtime/problem.ts'
import { callMilliseconds, readParameter } from './parameter-store.ts'

interface Reading {
  value: Promise<string>
  isRead: boolean
  /** In milliseconds. */
  askedAt: number
}

const readings = new Map<string, Reading>()

/**
 * Returns true if the process was frozen during the call: the call took longer than its timeout, so its connection is
 * broken.
 */
const isFrozen = ({ isRead, askedAt }: Reading) => !isRead && Date.now() - askedAt > callMilliseconds

/**
 * Returns the text of a parameter in AWS Systems Manager Parameter Store or, for `<parameter>#<field>`, one field of
 * its JSON object, as JSON. A process reads each parameter once: changed text has another parameter name
 * (infra/functions/setting-documents.ts). Throws 503 if the parameter cannot be read; the next call tries again.
 */
export const parameter = async (reference: string): Promise<string> => {
  const [name = '', field] = reference.split('#')
  const text = await readOnce(name)
  return field === undefined ? text : JSON.stringify((JSON.parse(text) as Record<string, unknown>)[field])
}

const readOnce = async (name: string): Promise<string> => {
  const known = readings.get(name)
  const reading =
    known && !isFrozen(known) ? known : { value: readParameter(name), isRead: false, askedAt: Date.now() }
  readings.set(name, reading)
  try {
    const value = await reading.value
    reading.isRead = true
    return value
  } catch (error) {
    if (readings.get(name) === reading) readings.delete(name)
    throw unavailable(error)
  }
}
