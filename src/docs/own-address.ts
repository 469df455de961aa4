import { environment } from '../platform/runtime/environment.ts'

/** Address of the service in the examples of the README and the document. */
export const exampleUrl = 'http://127.0.0.1:3000'

/** Replaces the address in examples with that of this service. */
export const atOwnAddress = (text: string): string => text.replaceAll(exampleUrl, environment.publicUrl)
