import { environment } from '../runtime/environment.ts'
import { fullPath } from './spec-rules.ts'
import type { ParamNames } from './spec.ts'

type ParamValues<Path extends string> = Readonly<Record<ParamNames<Path>, string>>

/** Returns the path of an endpoint with these parameters, such as `/api/v1/wiki/pages/01990c1e-…`. */
export const endpointPath = <const Path extends string>(path: Path, params: ParamValues<Path>): string => {
  const values: Readonly<Record<string, string>> = params
  return fullPath({ path: path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] as string) })
}

/** Returns the absolute URL of an endpoint with these parameters, as sent to clients. */
export const endpointUrl = <const Path extends string>(path: Path, params: ParamValues<Path>): string =>
  environment.publicUrl + endpointPath(path, params)
