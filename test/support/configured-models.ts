import { configureDocument } from './configured-document.ts'

/** Configures a text as the list of models. Returns a function that reverts this. */
export const configureModelsText = (text: string): Promise<() => void> =>
  configureDocument('MODELS_PARAMETER', text)

/** Configures models in addition to the embedded one. Returns a function that reverts this. */
export const configureModels = (...entries: object[]): Promise<() => void> =>
  configureModelsText(JSON.stringify(entries))

/** Configures limits by group ID. Returns a function that reverts this. */
export const configureGroupLimits = (limits: object): Promise<() => void> =>
  configureDocument('GROUP_LIMITS_PARAMETER', JSON.stringify(limits))
