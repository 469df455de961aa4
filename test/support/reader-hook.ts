import { registerHooks } from 'node:module'
import { isReader, leadingTo } from './reader-module.ts'

/**
 * Hook for `node --import`, for processes that run the service from its sources: document readers run READER_FILE, if
 * set, instead of their own module.
 */
const file = process.env['READER_FILE']

if (file)
  registerHooks({
    load: (url, context, next) =>
      isReader(url) ? { format: 'module', source: leadingTo(file), shortCircuit: true } : next(url, context),
  })
