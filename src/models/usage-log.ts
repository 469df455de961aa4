import { log } from '../platform/runtime/log.ts'

/** Logs the tokens that a model has read and written; an alarm of the stack adds them up (infra/template/logs.yml). */
export const logTokens = (model: string, tokens: number): void => log.info('model used', { model, tokens })
