import { environment } from '../platform/runtime/environment.ts'

/** The address of the service in the examples of the README and of the document. */
export const exampleUrl = 'http://127.0.0.1:3000'

/** A text whose examples call this service. */
export const atOwnAddress = (text: string): string => text.replaceAll(exampleUrl, environment.publicUrl)
