import { registerHooks } from 'node:module'
import { isReader, leadingTo } from './reader-module.ts'

/**
 * For `node --import`, in processes that run the service from its sources: READER_FILE, where it is set, is what a
 * reader of documents runs instead of its own.
 */
const file = process.env['READER_FILE']

if (file)
  registerHooks({
    load: (url, context, next) =>
      isReader(url) ? { format: 'module', source: leadingTo(file), shortCircuit: true } : next(url, context),
  })
