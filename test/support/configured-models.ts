import { configureDocument } from './configured-document.ts'

/** Makes a text the list of models. Gives what takes it back. */
export const configureModelsText = (text: string): Promise<() => void> =>
  configureDocument('MODELS_PARAMETER', text)

/** Makes these entries the models beside the embedded one. Gives what takes them back. */
export const configureModels = (...entries: object[]): Promise<() => void> =>
  configureModelsText(JSON.stringify(entries))

/** Makes these the limits of groups, by their ids. Gives what takes them back. */
export const configureGroupLimits = (limits: object): Promise<() => void> =>
  configureDocument('GROUP_LIMITS_PARAMETER', JSON.stringify(limits))
