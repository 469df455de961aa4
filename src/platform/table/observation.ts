import { requestContext } from '../runtime/request-context.ts'
import type { Operation } from './operation.ts'

/** Performs writes by calling `send`, in view of the request's observer; a dry run does not call it. */
export const observed = async (operations: Operation[], send: () => Promise<unknown>): Promise<void> => {
  const { observer } = requestContext()
  await (observer ? observer.observe(operations, send) : send())
}
